import { setTimeout as rest } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileForm } from '#tests/support/api.ts'
import { anImage } from '#tests/support/images.ts'
import { basicHeader, requestToken } from '#tests/support/oauth.ts'
import { aClient, aUser, grantToClient, type TestClient } from '#tests/support/people.ts'
import { type RemoteServer, remoteServer, withStore } from '#tests/support/remote.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'

const workers = 2
/** Uses a new connection, so that any worker may answer. */
const alone = { connection: 'close' }

let started: StartedServer
let server: RemoteServer
let administrator: TestClient
let client: TestClient

beforeAll(async () => {
  started = await startServer({ WORKERS: `${workers}`, RATE_LIMITER_ENABLED: 'false' })
  server = remoteServer(started.baseUrl)
  await withStore(started.databaseUrl, async (store) => {
    administrator = await aClient(store)
    await grantToClient(store, administrator, 'authserver:manage')
    client = await aClient(store, { resourceOwnerPasswordCredentialsEnabled: true })
    await grantToClient(store, client, 'authserver:admin-read')
  })
})
afterAll(() => started?.remove())

/** Distinct statuses of `times` concurrent client-credentials requests. */
async function answers(times: number): Promise<Set<number>> {
  const ask = async () => {
    const response = await server.fetch('/auth/token', {
      method: 'POST',
      headers: { ...alone, authorization: basicHeader(client) },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    await response.text()
    return response.status
  }
  return new Set(await Promise.all(Array.from({ length: times }, ask)))
}

/** Makes every worker read the configuration constantly while `work` runs. */
async function underLoad(work: () => Promise<void>): Promise<void> {
  let isDone = false
  const visitor = async () => {
    while (!isDone) {
      await (await server.fetch('/certs', { headers: alone })).text()
      await rest(1)
    }
  }
  const visitors = Array.from({ length: 2 * workers }, visitor)
  await work().finally(() => {
    isDone = true
  })
  await Promise.all(visitors)
}

test('a change of the configuration holds in every process from its answer on', async () => {
  const { body } = await requestToken(server, administrator, { grant_type: 'client_credentials' })
  await underLoad(async () => {
    for (let round = 0; round < 30; round++) {
      const clientCredentialsEnabled = round % 2 === 1
      const changed = await server.fetch(`/api/v1/admin/clients/${client.id}/oauth2-flows`, {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${body.access_token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ authorizationCodeEnabled: true, clientCredentialsEnabled }),
      })
      expect(changed.status).toBe(200)
      expect(await answers(8), `round ${round}`).toEqual(
        new Set([clientCredentialsEnabled ? 200 : 400]),
      )
    }
  })
})

test('a change of the branding holds in every process from its answer on: color, logo, footer', async () => {
  const { body } = await requestToken(server, administrator, { grant_type: 'client_credentials' })
  const headers = { authorization: `Bearer ${body.access_token}` }
  const shown = async () => (await server.fetch('/', { headers: alone })).text()
  for (let round = 0; round < 6; round++) {
    const [footerText, primaryColor] = [`Footer ${round}`, `#0f6b5${round}`]
    const saved = await server.fetch('/api/v1/admin/settings/branding', {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ footerText, primaryColor }),
    })
    expect(saved.status).toBe(200)
    const uploaded = await server.fetch('/api/v1/admin/settings/branding/images/logo-light', {
      method: 'POST',
      headers,
      body: fileForm(await anImage('png', 200 + round, 40)),
    })
    const { logoLightUrl } = (await uploaded.json()) as { readonly logoLightUrl: string }
    const pages = await Promise.all(Array.from({ length: 8 }, shown))
    for (const page of pages) {
      expect(page).toContain(footerText)
      expect(page).toContain(primaryColor)
      expect(page).toContain(new URL(logoLightUrl).search)
    }
  }
})

/** Distinct answers of the introspection endpoint to `times` concurrent questions. */
async function introspected(token: string, times: number): Promise<Set<unknown>> {
  const ask = async () => {
    const response = await server.fetch('/auth/introspect', {
      method: 'POST',
      headers: { ...alone, authorization: basicHeader(client) },
      body: new URLSearchParams({ token }),
    })
    const text = await response.text()
    return response.status === 200 ? JSON.parse(text).active : response.status
  }
  return new Set(await Promise.all(Array.from({ length: times }, ask)))
}

test('an addition to the protocol is there or not in every process from the answer on', async () => {
  const { body } = await requestToken(server, administrator, { grant_type: 'client_credentials' })
  const own = await requestToken(server, client, { grant_type: 'client_credentials' })
  await underLoad(async () => {
    for (let round = 0; round < 10; round++) {
      const tokenIntrospectionEnabled = round % 2 === 1
      const changed = await server.fetch('/api/v1/admin/settings/protocol', {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${body.access_token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ tokenIntrospectionEnabled }),
      })
      expect(changed.status).toBe(200)
      expect(await introspected(own.body.access_token ?? '', 8), `round ${round}`).toEqual(
        new Set([tokenIntrospectionEnabled ? true : 404]),
      )
    }
  })
})

test('a token that its client revoked is inactive in every process with the next request', async () => {
  const user = await withStore(started.databaseUrl, (store) => aUser(store))
  for (let round = 0; round < 5; round++) {
    const { body } = await requestToken(server, client, {
      grant_type: 'password',
      username: user.email,
      password: user.password,
    })
    expect(await introspected(body.access_token ?? '', 4)).toEqual(new Set([true]))
    const revoked = await server.fetch('/auth/revoke', {
      method: 'POST',
      headers: { ...alone, authorization: basicHeader(client) },
      body: new URLSearchParams({ token: body.refresh_token ?? '' }),
    })
    expect(revoked.status).toBe(200)
    expect(await introspected(body.access_token ?? '', 8)).toEqual(new Set([false]))
  }
})

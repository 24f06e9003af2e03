import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { requestToken } from '#tests/support/oauth.ts'
import {
  aClient,
  aUser,
  grantToClient,
  type TestClient,
  type TestUser,
} from '#tests/support/people.ts'
import { type RemoteServer, remoteServer, withStore } from '#tests/support/remote.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'

/*
 * What was taken back is void with the next request, whichever process answers it.
 */

let started: StartedServer
let server: RemoteServer
let administrator: TestClient
let client: TestClient
let user: TestUser

beforeAll(async () => {
  started = await startServer({ WORKERS: '2', RATE_LIMITER_ENABLED: 'false' })
  server = remoteServer(started.baseUrl)
  await withStore(started.databaseUrl, async (store) => {
    administrator = await aClient(store)
    await grantToClient(store, administrator, 'authserver:manage')
    client = await aClient(store, { resourceOwnerPasswordCredentialsEnabled: true })
    await store.settings.update({ tokenRevocationEnabled: true, tokenIntrospectionEnabled: true })
  })
})
afterAll(() => started?.remove())
beforeEach(async () => {
  user = await withStore(started.databaseUrl, (store) => aUser(store))
})

async function tokens(): Promise<{ access: string; refresh: string }> {
  const fields = { username: user.email, password: user.password, scope: 'openid' }
  const { body } = await requestToken(server, client, { grant_type: 'password', ...fields })
  return { access: body.access_token ?? '', refresh: body.refresh_token ?? '' }
}

/** Sends a form as the client, on a new connection, so that either process may answer. */
async function send(path: string, fields: Record<string, string>): Promise<string> {
  const { clientIdentifier: client_id, secret: client_secret } = client
  const headers = { connection: 'close' }
  const response = await server.post(path, { client_id, client_secret, ...fields }, { headers })
  return `${response.status} ${await response.text()}`
}

async function userinfo(token: string): Promise<number> {
  const headers = { connection: 'close', authorization: `Bearer ${token}` }
  const response = await server.fetch('/userinfo', { headers })
  await response.arrayBuffer()
  return response.status
}

/** The different answers to one question that is asked twelve times at once. */
async function answersTo<T>(ask: () => Promise<T>): Promise<T[]> {
  return [...new Set(await Promise.all(Array.from({ length: 12 }, ask)))]
}

const introspections = (token: string) => answersTo(() => send('/auth/introspect', { token }))

test.each(['access', 'refresh'] as const)(
  'an %s token that was revoked is void at every process with the next request',
  async (kind) => {
    const held = await tokens()
    expect(await answersTo(() => userinfo(held.access))).toEqual([200])
    for (const token of Object.values(held)) {
      expect(await introspections(token)).toEqual([expect.stringMatching(/^200 \{"active":true/)])
    }
    expect(await send('/auth/revoke', { token: held[kind] })).toBe('200 ')
    expect(await answersTo(() => userinfo(held.access))).toEqual([401])
    for (const token of Object.values(held)) {
      expect(await introspections(token)).toEqual(['200 {"active":false}'])
    }
    const renew = { grant_type: 'refresh_token', refresh_token: held.refresh }
    expect(await answersTo(() => send('/auth/token', renew))).toEqual([
      expect.stringMatching(/^400 .*invalid_grant/),
    ])
  },
)

test('the tokens of an account that was disabled are void at every process with the next request', async () => {
  const held = await tokens()
  expect(await introspections(held.access)).toEqual([expect.stringMatching(/"active":true/)])
  const scope = { grant_type: 'client_credentials', scope: 'authserver:manage' }
  const { body } = await requestToken(server, administrator, scope)
  const response = await server.fetch(`/api/v1/admin/users/${user.id}/enabled`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${body.access_token}` },
    body: JSON.stringify({ enabled: false }),
  })
  expect(response.status).toBe(200)
  expect(await answersTo(() => userinfo(held.access))).toEqual([401])
  for (const token of Object.values(held)) {
    expect(await introspections(token)).toEqual(['200 {"active":false}'])
  }
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorizePath, pkcePair, readJwt, requestToken } from '#tests/support/oauth.ts'
import { aClient, aUser, type TestClient, type TestUser } from '#tests/support/people.ts'
import { aProvider, sealedSecret } from '#tests/support/providers.ts'
import { remoteServer, withStore } from '#tests/support/remote.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'

/*
 * Three of our servers in a row: an application signs in at the first, which sends people to the second, which sends them
 * to the third, where they have a password. Each is a process of its own.
 */

const alias = 'next'
const servers: StartedServer[] = []
let application: TestClient
let person: TestUser

beforeAll(async () => {
  for (let i = 0; i < 3; i++) servers.push(await startServer({ RATE_LIMITER_ENABLED: 'false' }))
  for (const [index, server] of servers.entries()) {
    const next = servers[index + 1]
    if (next) await connect(server, next)
  }
  const [first, , last] = servers
  if (!first || !last) throw new Error('There are no servers.')
  application = await withStore(first.databaseUrl, (store) => aClient(store))
  person = await withStore(last.databaseUrl, (store) => aUser(store))
})
afterAll(() => Promise.all(servers.map((server) => server.remove())))

/** Makes one server a client of the other. */
async function connect(here: StartedServer, there: StartedServer): Promise<void> {
  const redirectUris = [`${here.baseUrl}/auth/provider/${alias}/callback`]
  const { clientIdentifier, secret } = await withStore(there.databaseUrl, (store) =>
    aClient(store, { redirectUris }),
  )
  await withStore(here.databaseUrl, async (store) => {
    await store.settings.update({ identityProvidersEnabled: true })
    await aProvider(store, {
      alias,
      displayName: 'Next',
      issuer: there.baseUrl,
      clientId: clientIdentifier,
      clientSecretEncrypted: sealedSecret(alias, secret),
      createUsers: 'any',
    })
  })
}

/** A browser that follows redirects through all servers, up to a page or the application. */
function openBrowser() {
  const jars = new Map<string, Map<string, string>>()
  let page = new URL(servers[0]?.baseUrl ?? '')
  const go = async (address: string, fields?: Readonly<Record<string, string>>): Promise<URL> => {
    let url = new URL(address, page)
    let form = fields && new URLSearchParams(fields)
    for (let hop = 0; hop < 30; hop++) {
      const { origin } = url
      if (!servers.some(({ baseUrl }) => baseUrl === origin)) return url
      const jar = jars.get(origin) ?? new Map<string, string>()
      jars.set(origin, jar)
      const cookie = [...jar].map((pair) => pair.join('=')).join('; ')
      const response = await fetch(url, {
        redirect: 'manual',
        headers: { cookie, ...(form && { origin }) },
        ...(form && { method: 'POST', body: form }),
      })
      for (const line of response.headers.getSetCookie()) {
        const [pair = ''] = line.split(';', 1)
        jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
      }
      await response.body?.cancel()
      page = url
      const location = response.headers.get('location')
      if (!location) return url
      url = new URL(location, url)
      form = undefined
    }
    throw new Error('The redirects have no end.')
  }
  const ceremonyId = () => page.searchParams.get('ceremony') ?? ''
  return {
    go,
    press: () => go('/auth/provider', { ceremonyId: ceremonyId(), alias }),
    enter: ({ email, password }: TestUser) =>
      go('/auth/pwd', { ceremonyId: ceremonyId(), email, password }),
  }
}

/** Signs in from the application on, and redeems its code. */
async function signIn() {
  const browser = openBrowser()
  const [first, second, third] = servers.map(({ baseUrl }) => baseUrl)
  const { verifier, challenge } = pkcePair()
  const request = {
    scope: 'openid email',
    acr_values: 'urn:authserver:level1',
    prompt: 'login',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }
  const page = await browser.go(first + authorizePath(application, request))
  expect([page.origin, page.pathname]).toEqual([first, '/auth/pwd'])
  const away = await browser.press()
  expect([away.origin, away.pathname]).toEqual([second, '/auth/pwd'])
  const beyond = await browser.press()
  expect([beyond.origin, beyond.pathname]).toEqual([third, '/auth/pwd'])
  const end = await browser.enter(person)
  expect(end.href).toContain(application.redirectUri)
  const { body } = await requestToken(remoteServer(first ?? ''), application, {
    grant_type: 'authorization_code',
    code: end.searchParams.get('code') ?? '',
    redirect_uri: application.redirectUri,
    code_verifier: verifier,
  })
  return readJwt(body.id_token ?? '').payload
}

test('a person of the third server signs in to an application of the first, and is the same one next time', async () => {
  const once = await signIn()
  expect(once).toMatchObject({
    iss: servers[0]?.baseUrl,
    amr: ['fed'],
    email: person.email,
    email_verified: true,
  })
  const again = await signIn()
  expect(again.sub).toBe(once.sub)
  for (const [index, { databaseUrl }] of servers.entries()) {
    const { email } = person
    const user = await withStore(databaseUrl, (store) => store.users.findByEmail(email))
    expect([index, user?.passwordHash === '', user?.emailVerified]).toEqual([
      index,
      index < 2,
      true,
    ])
  }
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authorizePath } from '#tests/support/oauth.ts'
import { aClient, aUser, type TestClient, type TestUser } from '#tests/support/people.ts'
import { type RemoteServer, remoteServer, withStore } from '#tests/support/remote.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'

/** Expected cookie prefix and attributes, by the scheme of the public address. */
const worlds = [
  { name: 'over http', address: undefined, prefix: '', attributes: [] },
  {
    name: 'over https',
    address: 'https://login.example.com',
    prefix: '__Host-',
    attributes: ['Secure'],
  },
]

describe.each(worlds)('cookies $name', ({ address, prefix, attributes }) => {
  let started: StartedServer
  let server: RemoteServer
  let client: TestClient
  let user: TestUser

  beforeAll(async () => {
    const env = address ? { BASE_URL: address } : {}
    started = await startServer({ RATE_LIMITER_ENABLED: 'false', ...env })
    server = remoteServer(started.baseUrl)
    await withStore(started.databaseUrl, async (store) => {
      client = await aClient(store, { pkceRequired: false })
      user = await aUser(store)
    })
  })
  afterAll(() => started?.remove())

  function setBy(response: Response) {
    return response.headers.getSetCookie().map((line) => {
      const [pair = '', ...rest] = line.split('; ')
      const at = pair.indexOf('=')
      return { name: pair.slice(0, at), value: pair.slice(at + 1), attributes: rest.sort() }
    })
  }

  const common = ['HttpOnly', 'Path=/', 'SameSite=Lax', ...attributes].sort()

  async function signIn() {
    const begun = await server.fetch(authorizePath(client))
    const [browser] = setBy(begun)
    const ceremonyId = new URL(begun.headers.get('location') ?? '').searchParams.get('ceremony')
    const fields = { ceremonyId: ceremonyId ?? '', email: user.email, password: user.password }
    const headers = { cookie: `${browser?.name}=${browser?.value}` }
    return { begun, browser, done: await server.post('/auth/pwd', fields, { headers }) }
  }

  test('are out of reach of scripts, other sites and other paths', async () => {
    const { begun, done } = await signIn()
    expect(setBy(begun)).toEqual([
      { name: `${prefix}authserver-browser`, value: expect.any(String), attributes: common },
    ])
    expect(new URL(done.headers.get('location') ?? '').searchParams.get('code')).toBeTruthy()
    const names = setBy(done).map(({ name }) => name)
    const kinds = ['browser', 'known', 'session']
    expect(names.sort()).toEqual(kinds.map((kind) => `${prefix}authserver-${kind}`))
    for (const cookie of setBy(done)) {
      // Opaque: random or signed, never a name or an internal id.
      expect(cookie.value).toMatch(/^[\w.-]{43,}$/)
      const lasting = cookie.attributes.filter((attribute) => !/^Max-Age=\d+$/.test(attribute))
      expect(lasting).toEqual(common)
    }
  })

  test('get new values when a password is accepted', async () => {
    const { browser, done } = await signIn()
    expect(browser?.value).toMatch(/^[\w-]{43}$/)
    const values = setBy(done).map(({ value }) => value)
    expect(new Set([browser?.value, ...values]).size).toBe(4)
  })

  test('are cleared on sign-out with the attributes they were set with', async () => {
    const { done } = await signIn()
    const cookie = setBy(done)
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
    const out = await server.post('/auth/logout', {}, { headers: { cookie } })
    await out.text()
    expect(out.status).toBe(200)
    const cleared = ['Max-Age=0', ...common].sort()
    expect(setBy(out)).toEqual([
      { name: `${prefix}authserver-session`, value: '', attributes: cleared },
      { name: `${prefix}authserver-browser`, value: '', attributes: cleared },
    ])
  })

  test('and addresses follow the public address, whatever Host says', async () => {
    const origin = address ?? started.baseUrl
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    const discovery = await server.fetch('/.well-known/openid-configuration', { headers })
    const document = (await discovery.json()) as Record<string, string>
    expect(document.authorization_endpoint).toBe(`${origin}/auth/authorize`)
    const begun = await server.fetch(authorizePath(client), { headers })
    expect(new URL(begun.headers.get('location') ?? '').origin).toBe(origin)
  })

  test.each(['/', '/auth/logout', '/auth/token', '/icon.svg', '/health', '/no/such'])(
    '%s asks browsers for https exactly when there is https',
    async (path) => {
      const response = await server.fetch(path)
      await response.text()
      const expected = address ? 'max-age=31536000; includeSubDomains' : null
      expect(response.headers.get('strict-transport-security')).toBe(expected)
    },
  )
})

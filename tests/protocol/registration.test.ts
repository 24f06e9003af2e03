import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { epochSeconds } from '#lib/kernel/clock.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { auditEntries } from '#tests/support/granted.ts'
import { server } from '#tests/support/server.ts'
import { testCipher, testStart } from '#tests/support/settings.ts'

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { client: database } = await fileDatabase()

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown> & { readonly client_id: string }
}

async function send(body: string | Uint8Array<ArrayBuffer>, headers = {}): Promise<Answer> {
  const response = await app.fetch('/connect/register', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

const register = (metadata: unknown) => send(JSON.stringify(metadata))

/** What a registration is refused with; null when it is accepted. */
async function refusal(metadata: unknown): Promise<unknown> {
  const before = await database.client.count()
  const { status, body } = await register(metadata)
  if (status === 201) return null
  expect(status).toBe(400)
  expect(typeof body.error_description).toBe('string')
  expect(await database.client.count()).toBe(before)
  return body.error
}

const stored = (clientIdentifier: string) => app.store.clients.findByIdentifier(clientIdentifier)

const web = { redirect_uris: ['https://app.example/cb'] }
const native = { token_endpoint_auth_method: 'none', redirect_uris: ['com.example.app:/cb'] }

beforeEach(async () => {
  await app.changeSettings({ dynamicClientRegistrationEnabled: true })
})

describe('an accepted registration', () => {
  test('answers 201 with the defaults filled in', async () => {
    const { status, headers, body } = await register({ ...web, client_name: 'My app' })
    expect(status).toBe(201)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-type')).toBe('application/json')
    expect(body).toEqual({
      client_id: expect.stringMatching(/^dcr_[0-9a-f]{8}-[0-9a-f-]{27}$/),
      client_secret: expect.stringMatching(/^[0-9A-Za-z._-]{60}$/),
      client_id_issued_at: epochSeconds(testStart),
      client_secret_expires_at: 0,
      redirect_uris: ['https://app.example/cb'],
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['authorization_code'],
      client_name: 'My app',
    })
  })

  test('of a public client carries no secret', async () => {
    const { body } = await register(native)
    expect(body).toEqual({
      client_id: expect.any(String),
      client_id_issued_at: epochSeconds(testStart),
      client_secret_expires_at: 0,
      redirect_uris: ['com.example.app:/cb'],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code'],
    })
  })

  test('stores a confidential client that can do nothing unasked', async () => {
    await app.changeSettings({
      tokenExpirationInSeconds: 111,
      refreshTokenOfflineIdleTimeoutInSeconds: 222,
      refreshTokenOfflineMaxLifetimeInSeconds: 333,
    })
    const { body } = await register({ ...web, client_name: 'My app' })
    const client = await stored(body.client_id)
    expect(client).toMatchObject({
      enabled: true,
      consentRequired: true,
      createdViaDcr: true,
      administrativeScopesAllowed: false,
      isSystemLevelClient: false,
      isPublic: false,
      description: 'My app',
      displayName: '',
      showLogo: false,
      showDisplayName: false,
      showDescription: false,
      showWebsiteUrl: false,
      authorizationCodeEnabled: true,
      clientCredentialsEnabled: false,
      pkceRequired: null,
      implicitGrantEnabled: false,
      resourceOwnerPasswordCredentialsEnabled: false,
      defaultAcrLevel: 'urn:authserver:level2_optional',
      includeOpenIDConnectClaimsInAccessToken: 'default',
      includeOpenIDConnectClaimsInIdToken: 'default',
      tokenExpirationInSeconds: 111,
      refreshTokenOfflineIdleTimeoutInSeconds: 222,
      refreshTokenOfflineMaxLifetimeInSeconds: 333,
    })
    expect(client?.redirectUris.map((row) => row.uri)).toEqual(web.redirect_uris)
    expect(testCipher.open(client?.clientSecretEncrypted ?? new Uint8Array())).toBe(
      body.client_secret,
    )
    expect(await app.store.clients.heldPermissions(client?.id ?? 0)).toEqual([])
  })

  test('stores a public client that must use PKCE', async () => {
    const { body } = await register(native)
    expect(await stored(body.client_id)).toMatchObject({
      isPublic: true,
      pkceRequired: true,
      clientSecretEncrypted: null,
      clientCredentialsEnabled: false,
    })
  })

  test('is audited', async () => {
    const { body } = await register({ ...native, grant_types: ['authorization_code'] })
    const client = await stored(body.client_id)
    expect((await auditEntries(database)).at(-1)).toEqual({
      event: 'dynamic_client_registration',
      details: {
        clientId: client?.id,
        clientIdentifier: body.client_id,
        grantTypes: ['authorization_code'],
        isPublic: true,
        sourceIP: '127.0.0.1',
      },
    })
  })

  test('ignores unknown fields, and null counts as absent', async () => {
    const { status, body } = await register({
      ...web,
      scope: 'authserver:manage',
      client_id: 'mine',
      logo_uri: 7,
      client_name: null,
      grant_types: null,
      token_endpoint_auth_method: null,
    })
    expect(status).toBe(201)
    expect(body.grant_types).toEqual(['authorization_code'])
    expect(body.client_id).not.toBe('mine')
    expect(body).not.toHaveProperty('client_name')
    expect(body).not.toHaveProperty('scope')
  })
})

describe('token_endpoint_auth_method', () => {
  test.each([
    ['client_secret_basic', 'client_secret_basic'],
    ['client_secret_post', 'client_secret_post'],
    ['', 'client_secret_basic'],
  ])('%j is registered as %s', async (sent, registered) => {
    const { body } = await register({ ...web, token_endpoint_auth_method: sent })
    expect(body.token_endpoint_auth_method).toBe(registered)
    expect(body.client_secret).toBeDefined()
  })

  test.each([['private_key_jwt'], ['NONE'], [7], [['none']], [false]])(
    '%j is refused',
    async (m) => {
      const metadata = { ...web, token_endpoint_auth_method: m }
      expect(await refusal(metadata)).toBe('invalid_client_metadata')
    },
  )
})

describe('grant_types', () => {
  test.each([
    [['authorization_code', 'refresh_token'], { code: true, own: false }],
    [['client_credentials'], { code: false, own: true }],
    [['refresh_token'], { code: false, own: false }],
    [['client_credentials', 'authorization_code'], { code: true, own: true }],
  ])('%j switches its flows on', async (grant_types, { code, own }) => {
    const { body } = await register({ ...web, grant_types })
    expect(body.grant_types).toEqual(grant_types)
    expect(await stored(body.client_id)).toMatchObject({
      authorizationCodeEnabled: code,
      clientCredentialsEnabled: own,
    })
  })

  test('an empty list is the default, repeated values collapse', async () => {
    const empty = await register({ ...web, grant_types: [] })
    expect(empty.body.grant_types).toEqual(['authorization_code'])
    const twice = await register({
      ...web,
      grant_types: ['refresh_token', 'authorization_code', 'refresh_token'],
    })
    expect(twice.body.grant_types).toEqual(['refresh_token', 'authorization_code'])
  })

  test.each([
    [['implicit']],
    [['password']],
    [['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code']],
    ['authorization_code'],
    [[7]],
    [{}],
  ])('%j is refused', async (grant_types) => {
    expect(await refusal({ ...web, grant_types })).toBe('invalid_client_metadata')
  })

  test('a public client cannot have client_credentials', async () => {
    const metadata = { ...native, grant_types: ['authorization_code', 'client_credentials'] }
    expect(await refusal(metadata)).toBe('invalid_client_metadata')
  })
})

describe('client_name', () => {
  test('may have 100 characters, an emoji being one', async () => {
    const name = '\u{1f600}'.repeat(100)
    const { body } = await register({ ...web, client_name: name })
    expect(body.client_name).toBe(name)
    expect(await refusal({ ...web, client_name: `${name}x` })).toBe('invalid_client_metadata')
  })

  test.each([['a<b'], ['a>b'], ['a\u0000b'], ['a\nb'], ['\ud800'], [7], [['a']]])(
    '%j is refused',
    async (client_name) => {
      expect(await refusal({ ...web, client_name })).toBe('invalid_client_metadata')
    },
  )

  test('an empty one is taken as it is', async () => {
    expect((await register({ ...web, client_name: '' })).body.client_name).toBe('')
  })
})

describe('redirect_uris', () => {
  const confidential = (uri: unknown) => refusal({ redirect_uris: [uri] })
  const publicClient = (uri: unknown) => refusal({ ...native, redirect_uris: [uri] })

  test.each([
    ['https://app.example/cb'],
    ['https://app.example:8443/cb?x=1'],
    ['https://app.example/*'],
    ['HTTPS://APP.example'],
    ['http://127.0.0.1/cb'],
    ['http://[::1]:5000/cb'],
    ['http://LocalHost:3000/'],
  ])('a confidential client may have %s', async (uri) => {
    expect(await confidential(uri)).toBeNull()
  })

  test.each([
    ['myapp://cb'],
    ['com.example.app:/cb'],
    ['http://app.example/cb'],
    ['http://127.0.0.2/cb'],
    ['http://localhost.attacker.com/cb'],
    ['http://127.0.0.1x/cb'],
  ])('a confidential client may not have %s', async (uri) => {
    expect(await confidential(uri)).toBe('invalid_redirect_uri')
  })

  test.each([
    ['http://127.0.0.1/cb'],
    ['http://127.0.0.1:51004/cb'],
    ['http://[::1]/cb'],
    ['http://localhost/cb?a=b'],
    ['myapp://cb'],
    ['com.example.app:/cb'],
    ['MyApp:cb'],
  ])('a public client may have %s', async (uri) => {
    expect(await publicClient(uri)).toBeNull()
  })

  test.each([
    ['https://app.example/cb'],
    ['http://app.example/cb'],
    ['http://localhost.attacker.com/cb'],
    ['http://localhost@attacker.com/cb'],
    ['http://user@localhost/cb'],
    ['http://localhost:evil/cb'],
    ['http://[localhost]:3000/cb'],
    ['http://127.0.0.1:99999/cb'],
  ])('a public client may not have %s', async (uri) => {
    expect(await publicClient(uri)).toBe('invalid_redirect_uri')
  })

  test.each([
    ['javascript:alert(1)'],
    ['JavaScript:alert(1)'],
    ['data:text/html,x'],
    ['vbscript:x'],
    ['file:///etc/passwd'],
    ['blob:https://x/y'],
    ['about:blank'],
    ['chrome://settings'],
    ['chrome-extension://x/y'],
    ['moz-extension://x/y'],
    ['view-source:https://x'],
    ['filesystem:https://x/y'],
    ['resource://x'],
    ['ftp://x/y'],
    ['ftps://x/y'],
    ['ws://x/y'],
    ['wss://x/y'],
    ['gopher://x/y'],
    ['telnet://x'],
  ])('the scheme of %s is refused', async (uri) => {
    expect(await publicClient(uri)).toBe('invalid_redirect_uri')
    expect(await confidential(uri)).toBe('invalid_redirect_uri')
  })

  test.each([
    [''],
    ['/cb'],
    ['//app.example/cb'],
    ['app.example/cb'],
    ['https:/app.example/cb'],
    ['https:///cb'],
    ['https://app.example/cb#x'],
    ['https://app.example/cb#'],
    ['https://app.example/%zz'],
    ['https://user@app.example/cb'],
    ['https://user:password@app.example/cb'],
    ['https://app.example\\cb'],
    ['https://app.example/a b'],
    [' https://app.example/cb'],
    ['https://app.example/cb\n'],
    ['https://app.example/cb\u0000'],
    ['https://app.example/<x>'],
    ['https://app.example/"x"'],
    ['https://app.example/{x}'],
    ['https://app.example/a|b'],
    ['https://app.example/a^b'],
    ['https://app.example/a`b'],
    ['https://bücher.example/cb'],
    [7],
    [null],
    [['https://app.example/cb']],
  ])('%j is malformed', async (uri) => {
    expect(await confidential(uri)).toBe('invalid_redirect_uri')
  })

  test('a custom scheme is held to the same characters', async () => {
    expect(await publicClient('myapp://a b')).toBe('invalid_redirect_uri')
    expect(await publicClient('myapp://x#y')).toBe('invalid_redirect_uri')
  })

  test('are required for authorization_code', async () => {
    for (const metadata of [{}, { redirect_uris: [] }, { redirect_uris: null }]) {
      expect(await refusal(metadata)).toBe('invalid_redirect_uri')
    }
  })

  test('are not required otherwise, but checked when sent', async () => {
    const grant_types = ['client_credentials']
    const { body } = await register({ grant_types, redirect_uris: [] })
    expect(body).not.toHaveProperty('redirect_uris')
    expect(await refusal({ grant_types, redirect_uris: ['x'] })).toBe('invalid_redirect_uri')
  })

  test.each([['https://app.example/cb'], [{}], [7]])('may not be %j', async (redirect_uris) => {
    expect(await refusal({ redirect_uris })).toBe('invalid_redirect_uri')
  })

  test('may be sixty, each once, of 2,048 bytes each', async () => {
    const uris = (count: number) =>
      Array.from({ length: count }, (_, i) => `https://a.example/${i}`)
    expect(await refusal({ redirect_uris: uris(60) })).toBeNull()
    expect(await refusal({ redirect_uris: uris(61) })).toBe('invalid_redirect_uri')
    const [first] = uris(1)
    expect(await refusal({ redirect_uris: [first, first] })).toBe('invalid_redirect_uri')
    const longest = 'https://a.example/'.padEnd(2_048, 'x')
    expect(await confidential(longest)).toBeNull()
    expect(await confidential(`${longest}x`)).toBe('invalid_redirect_uri')
  })
})

describe('order of the checks', () => {
  test('metadata comes before redirect URIs', async () => {
    const metadata = { redirect_uris: ['x'], grant_types: ['password'] }
    expect(await refusal(metadata)).toBe('invalid_client_metadata')
  })

  test('switched off, nothing is read', async () => {
    await app.changeSettings({ dynamicClientRegistrationEnabled: false })
    const { status, headers, body } = await send('no json')
    expect(status).toBe(403)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toEqual({
      error: 'access_denied',
      error_description: 'Dynamic client registration is not enabled',
    })
  })

  test('the limiter comes first: the eleventh request of a minute is refused', async () => {
    await server()
    await app.changeSettings({ dynamicClientRegistrationEnabled: false })
    const statuses: number[] = []
    for (let i = 0; i < 11; i++) statuses.push((await register(web)).status)
    expect(statuses).toEqual([...Array(10).fill(403), 429])
    const { headers, body } = await register(web)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toEqual({
      error: 'invalid_request',
      error_description: 'Too many requests. Please wait and try again later.',
    })
    await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
  })
})

describe('the body', () => {
  test.each([
    ['nothing', ''],
    ['half a document', '{"redirect_uris":'],
    ['a list', '[]'],
    ['null', 'null'],
    ['text', '"x"'],
    ['a form', 'redirect_uris=https%3A%2F%2Fapp.example%2Fcb'],
    ['deep nesting', '['.repeat(30_000)],
  ])('%s is refused', async (_, text) => {
    const { status, headers, body } = await send(text)
    expect(status).toBe(400)
    expect(body.error).toBe('invalid_client_metadata')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('bytes that are no UTF-8 are refused', async () => {
    const { status, body } = await send(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))
    expect([status, body.error]).toEqual([400, 'invalid_client_metadata'])
  })

  test('may have 64 KiB and not a byte more', async () => {
    const whole = JSON.stringify(web)
    expect((await send(whole.padEnd(65_536))).status).toBe(201)
    const { status, body } = await send(whole.padEnd(65_537))
    expect([status, body.error]).toEqual([400, 'invalid_client_metadata'])
  })
})

test('any JSON is answered with 201 or 400', async () => {
  const value = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom('none', 'client_secret_basic', 'https://a.example/cb', 'x:/y'),
    fc.array(fc.oneof(fc.webUrl(), fc.string(), fc.constantFrom('authorization_code'))),
    fc.string({ unit: 'binary', maxLength: 110 }),
  )
  const metadata = fc.record(
    {
      redirect_uris: value,
      token_endpoint_auth_method: value,
      grant_types: value,
      client_name: value,
      __proto__: value,
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(fc.oneof(metadata, fc.jsonValue()), async (body) => {
      const answer = await register(body)
      expect([201, 400]).toContain(answer.status)
      if (answer.status === 400) {
        expect(['invalid_client_metadata', 'invalid_redirect_uri']).toContain(answer.body.error)
      }
    }),
    { numRuns: 300 },
  )
})

test('a client that cannot be stored is a 500 with the request id, and nothing is left', async () => {
  const before = await database.client.count()
  const failing = vi.spyOn(app.store, 'transaction').mockRejectedValueOnce(new Error('disk full'))
  const { status, body } = await register(web)
  failing.mockRestore()
  expect(status).toBe(500)
  expect(body.error).toBe('server_error')
  expect(body.error_description).toMatch(/ [0-9a-f-]{36}$/)
  expect(JSON.stringify(body)).not.toContain('disk')
  expect(await database.client.count()).toBe(before)
})

test('has no CORS headers and takes POST only', async () => {
  const headers = { origin: 'https://spa.example', 'content-type': 'application/json' }
  const { headers: answered } = await send(JSON.stringify(web), headers)
  expect(answered.get('access-control-allow-origin')).toBeNull()
  expect((await app.fetch('/connect/register')).status).toBe(405)
})

test('the answer is told to nobody who asks again', async () => {
  const { body } = await register(web)
  const rows = await auditEntries(database)
  expect(JSON.stringify(rows)).not.toContain(String(body.client_secret))
})

import { beforeEach, describe, expect, test } from 'vitest'
import { native, registrationFixture, web } from './client-registration-fixture.ts'

const { app, register, refusal, stored } = await registrationFixture()

beforeEach(async () => {
  await app.changeSettings({ dynamicClientRegistrationEnabled: true })
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

  test.each([['a<b'], ['a>b'], ['a\u0000b'], ['a\nb'], ['a\u2028b'], ['\ud800'], [7], [['a']]])(
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
    ['search-ms:x'],
    ['MS-Settings:x'],
    ['ms-word:ofe|u|http://x'.replaceAll('|', '%7C')],
    ['shell:x'],
    ['jar:x'],
    ['res:x'],
    ['mhtml:x'],
    ['mk:x'],
    ['smb://x'],
    ['ldap://x'],
    ['nfs://x'],
    ['ssh://x'],
    ['devtools://x'],
    ['edge://x'],
    ['chrome-search://x'],
    ['itms-services://x'],
    ['mailto:x@y.example'],
    ['tel:1'],
    ['sms:1'],
    ['intent://x'],
    ['x-apple.systempreferences:x'],
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

describe('a refusal names the value', () => {
  const device = 'urn:ietf:params:oauth:grant-type:device_code'
  const uris = (redirect_uris: unknown[]) => ({ redirect_uris })
  const app4 = [
    'http://127.0.0.1/',
    'http://127.0.0.1:33418/',
    'https://vscode.dev/redirect',
    'https://insiders.vscode.dev/redirect',
  ]
  test.each([
    [{ ...web, grant_types: ['authorization_code', 'refresh_token', device] }, device],
    [{ ...web, grant_types: ['implicit'] }, "'implicit'"],
    [{ ...web, grant_types: ['"x"\\y'] }, "'?x??y'"],
    [{ ...web, token_endpoint_auth_method: 'private_key_jwt' }, "'private_key_jwt'"],
    [{ ...native, ...uris(app4) }, 'https://vscode.dev/redirect'],
    [
      { ...native, ...uris(['cursor://x/cb', 'https://www.cursor.example/cb']) },
      'https://www.cursor.example/cb',
    ],
    [uris(['https://app.example/cb', 'http://app.example/cb']), 'http://app.example/cb'],
    [uris(['https://app.example/cb', 'https://app.example/#x']), 'https://app.example/#x'],
    [uris(['ftp://app.example/']), 'ftp://app.example/'],
    [uris(['myapp://cb']), 'myapp://cb'],
    [uris(['https://a.example/', 'https://a.example/']), 'https://a.example/'],
    [uris([`https://a.example/${'x'.repeat(3_000)}`]), `https://a.example/${'x'.repeat(182)}...`],
    [uris(['https://münchen.example/a b']), 'https://m?nchen.example/a b'],
  ])('%j', async (metadata, named) => {
    const { status, body } = await register(metadata)
    expect(status).toBe(400)
    expect(body.error_description).toContain(named)
    expect(body.error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]{1,512}$/)
  })

  test('but never the password in an address', async () => {
    const { body } = await register(uris(['https://ada:secret@app.example/']))
    expect(body.error_description).toContain('app.example')
    expect(body.error_description).not.toContain('secret')
  })
})

import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fileDatabase } from '#tests/support/file-database.ts'
import { auditEntries } from '#tests/support/granted.ts'
import { basicHeader, redeem, refresh, signIn } from '#tests/support/oauth.ts'
import { aClient, aResource, aUser, grantToClient, type TestClient } from '#tests/support/people.ts'
import { everythingOff } from '#tests/support/protocol-features.ts'
import { server } from '#tests/support/server.ts'
import {
  aClientWithKeys,
  aKey,
  askByAssertion,
  type KeyOfClient,
  type Sent,
  signAssertion,
  withAssertion,
} from './assertions.ts'

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { client: database } = await fileDatabase()
const issuer = 'http://localhost:3000'
const unusable = 'Client authentication failed. Please review your client_assertion.'
const refused = (text = unusable) => [401, 'invalid_client', text]
let key: KeyOfClient
let client: TestClient

beforeAll(async () => {
  await aResource(app.store, 'tasks', ['read'])
  key = await aKey('ES256', 'one')
})
beforeEach(async () => {
  await app.changeSettings({ ...everythingOff, privateKeyJwtEnabled: true })
  client = await aClientWithKeys(app.store, [key], { clientCredentialsEnabled: true })
  await grantToClient(app.store, client, 'tasks:read')
})

const assertion = (sent: Sent = {}, by = key) => signAssertion(app, client, by, sent)
const ask = async (sent: Sent = {}, fields = {}, by = key) =>
  askByAssertion(app, await assertion(sent, by), fields)
const seconds = () => app.clock.now().getTime() / 1000

describe('a client authenticates by a signed assertion', () => {
  test.each(['RS256', 'PS256', 'ES256', 'Ed25519', 'EdDSA'])('of the algorithm %s', async (alg) => {
    const own = await aKey(alg)
    client = await aClientWithKeys(app.store, [own], { clientCredentialsEnabled: true })
    await grantToClient(app.store, client, 'tasks:read')
    expect(await ask({}, {}, own)).toEqual([200])
  })

  test('for the code flow and each refresh, without `client_id`', async () => {
    const user = await aUser(app.store)
    const signedIn = await signIn(app, client, user)
    const asOwn = async () => ({ client_id: undefined, ...withAssertion(await assertion()) })
    const { body, status } = await redeem(app, client, signedIn, await asOwn())
    expect(status).toBe(200)
    const again = await refresh(app, client, body.refresh_token ?? '', await asOwn())
    expect(again.status).toBe(200)
    const without = await refresh(app, client, again.body.refresh_token ?? '')
    expect([without.status, without.body.error_description]).toEqual([
      401,
      'This client authenticates with a signed assertion (private_key_jwt).',
    ])
  })

  test('at revocation and introspection, whose metadata say so', async () => {
    await app.changeSettings({ tokenRevocationEnabled: true, tokenIntrospectionEnabled: true })
    for (const path of ['/auth/revoke', '/auth/introspect']) {
      const form = { token: 'unknown', ...withAssertion(await assertion()) }
      expect((await app.post(path, form)).status).toBe(200)
      expect((await app.post(path, form)).status).toBe(401)
    }
    const metadata = await (await app.fetch('/.well-known/openid-configuration')).json()
    const algorithms = ['RS256', 'PS256', 'ES256', 'Ed25519', 'EdDSA']
    expect(metadata).toMatchObject({
      token_endpoint_auth_methods_supported: [
        ...['client_secret_post', 'client_secret_basic', 'none', 'private_key_jwt'],
      ],
      introspection_endpoint_auth_methods_supported: [
        ...['client_secret_post', 'client_secret_basic', 'private_key_jwt'],
      ],
      token_endpoint_auth_signing_alg_values_supported: algorithms,
      revocation_endpoint_auth_signing_alg_values_supported: algorithms,
      introspection_endpoint_auth_signing_alg_values_supported: algorithms,
    })
  })

  test('by any of its keys: a named one, or each that fits one without a name', async () => {
    const others = [await aKey('ES256'), await aKey('ES256'), await aKey('RS256', 'three')]
    client = await aClientWithKeys(app.store, others, { clientCredentialsEnabled: true })
    await grantToClient(app.store, client, 'tasks:read')
    for (const one of others) expect(await ask({}, {}, one)).toEqual([200])
    expect(await ask({ header: { kid: 'four' } }, {}, others[2])).toEqual(refused())
  })
})

describe('while the switch is off', () => {
  test('an assertion is ignored, and the client does without', async () => {
    await app.changeSettings({ privateKeyJwtEnabled: false })
    const missing = [400, 'invalid_request', 'Missing required client_id parameter.']
    expect(await ask()).toEqual(missing)
    const named = { client_id: client.clientIdentifier }
    const needed = 'This client authenticates with a signed assertion (private_key_jwt).'
    expect(await ask({}, named)).toEqual(refused(needed))
    const metadata = await (await app.fetch('/.well-known/openid-configuration')).text()
    expect(metadata).not.toContain('private_key_jwt')
  })

  test('and while the issuer is no address', async () => {
    await app.changeSettings({ issuer: 'a-word' })
    expect((await ask())[0]).toBe(400)
    await app.changeSettings({ issuer })
  })
})

describe('the request', () => {
  test.each([
    ['no type', { client_assertion_type: '' }],
    ['another type', { client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:saml' }],
    ['a secret beside it', { client_secret: 'x' }],
    ['another client_id', { client_id: 'another' }],
  ])('with %s is refused', async (_, fields) => {
    expect((await ask({}, fields)).slice(0, 2)).toEqual([400, 'invalid_request'])
  })

  test('with a Basic header beside it is refused', async () => {
    const headers = { authorization: basicHeader({ ...client, secret: 'x' }) }
    expect(await askByAssertion(app, await assertion(), {}, headers)).toEqual([
      ...[400, 'invalid_request', 'The client authenticated in more than one way.'],
    ])
  })

  test('with the same `client_id` is fine', async () => {
    expect(await ask({}, { client_id: client.clientIdentifier })).toEqual([200])
  })
})

describe('an assertion is refused', () => {
  test.each<[string, Sent]>([
    ['another issuer', { claims: { iss: 'somebody' } }],
    ['no subject', { claims: { sub: undefined } }],
    ['a critical header', { header: { crit: ['x'], x: 1 } }],
    ['another type of token', { header: { typ: 'at+jwt' } }],
    ['no `jti`', { claims: { jti: undefined } }],
    ['a `jti` of 513 bytes', { claims: { jti: 'x'.repeat(513) } }],
    ['no expiry', { claims: { exp: undefined } }],
    ['an expiry that is text', { claims: { exp: '9999999999' } }],
    ['more than 8 KiB', { claims: { more: 'x'.repeat(9_000) } }],
  ])('with %s', async (_, sent) => {
    expect(await ask(sent).catch(() => refused())).toEqual(refused())
  })

  test('of a key that the client does not have, whatever else is wrong with it', async () => {
    const stranger = await aKey('ES256', 'one')
    const claims = { aud: 'https://other.example', exp: 1 }
    expect(await ask({ claims }, {}, stranger)).toEqual(refused())
  })

  test.each(['none', 'HS256'])(
    'of the algorithm %s, with the public key as secret',
    async (alg) => {
      const [, payload] = (await assertion()).split('.')
      const header = Buffer.from(JSON.stringify({ alg, kid: 'one' })).toString('base64url')
      const signature = alg === 'none' ? '' : 'AAAA'
      expect(await askByAssertion(app, `${header}.${payload}.${signature}`)).toEqual(refused())
      expect(await askByAssertion(app, 'no.assertion')).toEqual(refused())
    },
  )

  test('of a client that is unknown, disabled, has a secret or none', async () => {
    const [known, off] = [client, await aClientWithKeys(app.store, [key], { enabled: false })]
    client = { ...known, clientIdentifier: 'nobody' }
    expect(await ask()).toEqual(refused('Client does not exist.'))
    client = off
    expect(await ask()).toEqual(refused('Client is disabled.'))
    client = await aClient(app.store)
    expect(await ask()).toEqual(refused())
    client = await aClient(app.store, { isPublic: true, secret: '' })
    const code = { grant_type: 'authorization_code' }
    expect(await ask({}, code)).toEqual(refused())
  })

  test('with the specified challenge', async () => {
    const form = { grant_type: 'client_credentials', ...withAssertion('x') }
    const response = await app.post('/auth/token', form)
    expect(response.headers.get('www-authenticate')).toBe('Basic realm="authserver"')
  })
})

describe('the audience', () => {
  const token = `${issuer}/auth/token`
  test.each<[unknown, boolean, boolean]>([
    [issuer, true, true],
    [[issuer], true, true],
    [token, false, true],
    [[issuer, token], false, true],
    [`${issuer}/auth/revoke`, false, false],
    [[issuer, 'https://other.example'], false, false],
    [`${issuer}/`, false, false],
    [[], false, false],
    [undefined, false, false],
  ])('%j is good strictly: %s, with the switch: %s', async (aud, strictly, loosely) => {
    const elsewhere = 'The assertion is for another audience.'
    for (const [allowed, isGood] of [
      [false, strictly],
      [true, loosely],
    ] as const) {
      await app.changeSettings({ clientAssertionTokenEndpointAudienceAllowed: allowed })
      expect(await ask({ claims: { aud } })).toEqual(isGood ? [200] : refused(elsewhere))
    }
  })
})

describe('the audience at the endpoint for pushed requests', () => {
  const token = `${issuer}/auth/token`
  const par = `${issuer}/auth/par`
  test.each<[unknown, boolean, boolean]>([
    [issuer, true, true],
    [[issuer], true, true],
    [token, false, true],
    [par, false, true],
    [[issuer, par], false, true],
    [[issuer, 'https://other.example'], false, false],
    [`${issuer}/`, false, false],
  ])('%j is good strictly: %s, with the switch: %s', async (aud, strictly, loosely) => {
    const form = {
      response_type: 'code',
      redirect_uri: client.redirectUri,
      scope: 'openid',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    }
    for (const [allowed, isGood] of [
      [false, strictly],
      [true, loosely],
    ] as const) {
      await app.changeSettings({
        pushedAuthorizationRequestsEnabled: true,
        clientAssertionTokenEndpointAudienceAllowed: allowed,
      })
      const client_assertion = await assertion({ claims: { aud } })
      const { status } = await app.post('/auth/par', { ...form, client_assertion })
      expect(status).toBe(isGood ? 201 : 401)
    }
  })

  test('is no audience at the token endpoint', async () => {
    await app.changeSettings({ clientAssertionTokenEndpointAudienceAllowed: true })
    const text = 'The assertion is for another audience.'
    expect(await ask({ claims: { aud: par } })).toEqual(refused(text))
  })
})

describe('times are numbers, and clocks differ', () => {
  test.each<[string, () => object]>([
    ['iat 40 ms ahead', () => ({ iat: seconds() + 0.04 })],
    ['iat 59.9 s ahead', () => ({ iat: seconds() + 59.9 })],
    ['no iat', () => ({ iat: undefined })],
    ['iat 599 s ago', () => ({ iat: seconds() - 599 })],
    ['exp in 10 minutes', () => ({ exp: seconds() + 600 })],
    ['exp 59 s ago', () => ({ exp: seconds() - 59 })],
    ['nbf 59 s ahead', () => ({ nbf: seconds() + 59 })],
  ])('good: %s', async (_, claims) => {
    expect(await ask({ claims: { ...claims() } })).toEqual([200])
  })

  test.each<[string, () => object, string?]>([
    ['iat 61 s ahead', () => ({ iat: seconds() + 61 })],
    ['iat as text', () => ({ iat: String(seconds()) })],
    ['iat in milliseconds', () => ({ iat: seconds() * 1000 })],
    ['iat over 10 minutes ago', () => ({ iat: seconds() - 601 })],
    ['nbf 61 s ahead', () => ({ nbf: seconds() + 61 })],
    ['exp 61 s ago', () => ({ exp: seconds() - 61 }), 'The assertion has expired.'],
    [
      'exp in 601 s',
      () => ({ exp: seconds() + 601 }),
      'The assertion lives longer than 10 minutes.',
    ],
  ])('refused: %s', async (_, claims, text) => {
    expect(await ask({ claims: { ...claims() } }).catch(() => refused(text))).toEqual(refused(text))
  })
})

describe('an assertion counts once', () => {
  const used = 'The assertion was used before.'
  test('also when what it was for is refused, and the replay has an audit entry', async () => {
    const sent = await assertion()
    expect(await askByAssertion(app, sent, { scope: 'tasks:unknown' })).toMatchObject([
      400,
      'invalid_scope',
      expect.anything(),
    ])
    expect(await askByAssertion(app, sent)).toEqual(refused(used))
    const entry = (await auditEntries(database)).findLast(
      ({ event }) => event === 'client_assertion_replayed',
    )
    const { id: clientId, clientIdentifier } = client
    expect(entry?.details).toEqual({ clientId, clientIdentifier })
  })

  test('among twenty at once', async () => {
    const sent = await assertion()
    const answers = await Promise.all(Array.from({ length: 20 }, () => askByAssertion(app, sent)))
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
  })

  test('by its `jti` and client: another client may use the same', async () => {
    const claims = { jti: randomUUID() }
    expect(await ask({ claims })).toEqual([200])
    expect(await ask({ claims })).toEqual(refused(used))
    client = await aClientWithKeys(app.store, [key], { clientCredentialsEnabled: true })
    await grantToClient(app.store, client, 'tasks:read')
    expect(await ask({ claims })).toEqual([200])
  })

  test('and is forgotten when it could not be used any more', async () => {
    const until = new Date(app.clock.now().getTime() + 125_000)
    await ask()
    const { store } = app
    expect(await store.usedIdentifiers.removeExpired(app.clock.now(), 1_000)).toBe(0)
    expect(await store.usedIdentifiers.removeExpired(until, 1_000)).toBeGreaterThan(0)
  })
})

test('a client whose keys change while its tokens are made gets none', async () => {
  const status = await app.store.clients.findStatus(client.clientIdentifier)
  expect(status).toMatchObject({ tokenEndpointAuthMethod: 'private_key_jwt' })
  const user = await aUser(app.store)
  const signedIn = await signIn(app, client, user)
  const proof = withAssertion(await assertion())
  const other = await aKey()
  const { transaction } = app.store
  app.store.transaction = async (work) => {
    app.store.transaction = transaction
    await app.store.clients.update(client.id, { jwks: JSON.stringify({ keys: [other.jwk] }) })
    return transaction(work)
  }
  const { body } = await redeem(app, client, signedIn, proof)
  expect(body.error).toBe('invalid_client')
})

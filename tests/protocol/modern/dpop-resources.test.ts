import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readJwt, signIn } from '#tests/support/oauth.ts'
import {
  aClient,
  aUser,
  grantToUser,
  type TestClient,
  type TestUser,
} from '#tests/support/people.ts'
import { everythingOff } from '#tests/support/protocol-features.ts'
import { server } from '#tests/support/server.ts'
import { clientEndpoint } from './fixture.ts'
import { aProof, aProofKey, askWithProof, type ProofKey, present } from './proofs.ts'

const app = await server()
const introspect = clientEndpoint(app, '/auth/introspect')
const account = '/api/v1/account/profile'
const admin = '/api/v1/admin/groups'
const scope = 'openid authserver:manage authserver:manage-account'
let key: ProofKey
let other: ProofKey
let user: TestUser
let client: TestClient
let bound: string
let unbound: string

beforeAll(async () => {
  key = await aProofKey()
  other = await aProofKey()
  user = await aUser(app.store)
  await grantToUser(app.store, user, 'authserver:manage', 'authserver:manage-account')
  client = await aClient(app.store, {
    administrativeScopesAllowed: true,
    webOrigins: ['https://client.example'],
  })
  await app.changeSettings({ ...everythingOff, dpopEnabled: true })
  bound = await tokenBy(key)
  unbound = await tokenBy(null)
})
beforeEach(async () => {
  await app.changeSettings({ ...everythingOff, dpopEnabled: true })
})

async function tokenBy(by: ProofKey | null): Promise<string> {
  const { code, verifier } = await signIn(app, client, user, { request: { scope } })
  const { body } = await askWithProof(app, by, {
    grant_type: 'authorization_code',
    client_id: client.clientIdentifier,
    client_secret: client.secret,
    code,
    redirect_uri: client.redirectUri,
    code_verifier: verifier,
  })
  return body.access_token
}

const algs = 'algs="ES256 ES384 Ed25519 EdDSA PS256 RS256"'
const challengeOf = (error: string, description: string) =>
  `DPoP realm="authserver", error="${error}", error_description="${description}", ${algs}`
const boundText = 'The access token is bound to a key. Send it with the scheme DPoP and a proof.'

/** Status, challenge and code of an answer. */
async function seen(response: Response) {
  const text = await response.text()
  const body = text === '' ? {} : JSON.parse(text)
  return [
    response.status,
    response.headers.get('www-authenticate'),
    body.error ?? body.error_code ?? null,
  ]
}

describe.each([
  ['UserInfo', '/userinfo', 'invalid_token', 'invalid_dpop_proof'],
  ['the Account API', account, 'INVALID_TOKEN', 'INVALID_TOKEN'],
  ['the Admin API', admin, 'INVALID_TOKEN', 'INVALID_TOKEN'],
])('%s', (_, path, code, proofCode) => {
  test('takes a bound token with a proof of its key, in any spelling of the scheme', async () => {
    for (const scheme of ['DPoP', 'dpop', 'DPOP']) {
      expect((await present(app, key, bound, { path, scheme })).status).toBe(200)
    }
  })

  test('refuses a bound token as a bearer token, with or without a proof', async () => {
    const challenge = challengeOf('invalid_token', boundText)
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      const answer = await present(app, key, bound, { path, scheme })
      expect(await seen(answer)).toEqual([401, challenge, code])
    }
    const headers = { authorization: `Bearer ${bound}` }
    expect(await seen(await app.fetch(path, { headers }))).toEqual([401, challenge, code])
  })

  test('refuses a token that is not bound, and one that is bound to another key', async () => {
    const one = 'The access token is not bound to a key. Send it with the scheme Bearer.'
    expect(await seen(await present(app, key, unbound, { path }))).toEqual([
      401,
      challengeOf('invalid_token', one),
      code,
    ])
    const two = 'The access token is bound to another key than that of the proof.'
    expect(await seen(await present(app, other, bound, { path }))).toEqual([
      401,
      challengeOf('invalid_token', two),
      code,
    ])
  })

  test('refuses a proof for another token, method or address, an old one, and none', async () => {
    const answer = async (change: object, on: readonly [string, string] = ['GET', path]) => {
      const proof = await aProof(app, key, on, { token: bound, ...change })
      return seen(await present(app, key, bound, { path, proof }))
    }
    const refused = (description: string) => [
      401,
      challengeOf('invalid_dpop_proof', description),
      proofCode,
    ]
    const ofToken = refused('The DPoP proof is for another access token.')
    expect(await answer({ token: unbound })).toEqual(ofToken)
    expect(await answer({ token: undefined })).toEqual(ofToken)
    expect(await answer({}, ['POST', path])).toEqual(
      refused('The DPoP proof is for another method.'),
    )
    expect(await answer({}, ['GET', `${path}/`])).toEqual(
      refused('The DPoP proof is for another address.'),
    )
    const none = await app.fetch(path, { headers: { authorization: `DPoP ${bound}` } })
    expect(await seen(none)).toEqual(
      refused('The DPoP header must hold one proof: a signed JWT of the type dpop+jwt.'),
    )
    const old = { iat: app.clock.now().getTime() / 1000 - 120 }
    const proof = await aProof(app, key, ['GET', path], { token: bound, claims: old })
    const late = await present(app, key, bound, { path, proof })
    expect(late.headers.get('dpop-nonce')).toMatch(/^[\w-]{43}$/)
    expect((await seen(late))[1]).toContain('error="use_dpop_nonce"')
  })

  test('takes the proof of a reading request again while it is fresh', async () => {
    const proof = await aProof(app, key, ['GET', path], { token: bound })
    for (let i = 0; i < 2; i++) {
      expect((await present(app, key, bound, { path, proof })).status).toBe(200)
    }
  })

  test('sends the next nonce with the answer to a nonce that is about to end', async () => {
    const late = { iat: app.clock.now().getTime() / 1000 - 120 }
    const told = await present(app, key, bound, { path, claims: late })
    const nonce = told.headers.get('dpop-nonce') ?? ''
    const before = app.clock.now()
    expect((await present(app, key, bound, { path, nonce })).headers.get('dpop-nonce')).toBe(null)
    app.clock.advance(60)
    const answer = await present(app, key, bound, { path, nonce })
    app.clock.set(before)
    expect([answer.status, answer.headers.get('dpop-nonce')?.length]).toEqual([200, 43])
  })

  test('answers as ever without a token, and to two headers', async () => {
    const empty = await app.fetch(path, { headers: { dpop: 'x' } })
    expect([empty.status, empty.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="authserver"',
    ])
    const headers = { authorization: `DPoP ${bound}, Bearer ${bound}` }
    expect((await app.fetch(path, { headers })).status).toBe(400)
  })

  test('knows no scheme DPoP while proofs are off', async () => {
    await app.changeSettings({ dpopEnabled: false })
    const answer = await present(app, key, unbound, { path })
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="authserver"',
    ])
    const headers = { authorization: `Bearer ${bound}` }
    const refused = await app.fetch(path, { headers })
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="authserver", error="invalid_token", error_description="The access token is invalid."',
    ])
  })
})

test('UserInfo refuses a bound token in a form, and a token in both places', async () => {
  const inForm = await app.post('/userinfo', { access_token: bound })
  expect((await seen(inForm))[1]).toBe(challengeOf('invalid_token', boundText))
  const headers = { authorization: `DPoP ${bound}` }
  expect((await app.post('/userinfo', { access_token: bound }, { headers })).status).toBe(400)
})

test('a change through the APIs spends its proof', async () => {
  const path = '/api/v1/account/profile'
  const current = await (await present(app, key, bound, { path })).json()
  const body = JSON.stringify(current)
  const sent = { path, method: 'PUT', init: { body } }
  const proof = await aProof(app, key, ['PUT', path], { token: bound })
  const first = await present(app, key, bound, { ...sent, proof })
  expect(first.status).not.toBe(401)
  expect(await seen(await present(app, key, bound, { ...sent, proof }))).toEqual([
    401,
    challengeOf('invalid_dpop_proof', 'The DPoP proof was used before.'),
    'INVALID_TOKEN',
  ])
})

test('a token without the scope is told so by the scheme that it came with', async () => {
  const { code, verifier } = await signIn(app, client, user, { request: { scope: 'openid' } })
  const fields = { code, redirect_uri: client.redirectUri, code_verifier: verifier }
  const { body } = await askWithProof(app, key, {
    grant_type: 'authorization_code',
    client_id: client.clientIdentifier,
    client_secret: client.secret,
    ...fields,
  })
  const answer = await present(app, key, body.access_token, { path: admin })
  expect(answer.headers.get('www-authenticate')).toMatch(/^DPoP realm="authserver", error="/)
})

test('an administrator with too few rights is told so by the scheme that the token came with', async () => {
  await grantToUser(app.store, user, 'authserver:manage-users')
  const { code, verifier } = await signIn(app, client, user, {
    request: { scope: 'openid authserver:manage-users' },
  })
  const { body } = await askWithProof(app, key, {
    grant_type: 'authorization_code',
    client_id: client.clientIdentifier,
    client_secret: client.secret,
    ...{ code, redirect_uri: client.redirectUri, code_verifier: verifier },
  })
  const path = `/api/v1/admin/users/${user.id}/enabled`
  const init = { body: JSON.stringify({ enabled: false }) }
  const answer = await present(app, key, body.access_token, { path, method: 'PUT', init })
  const challenge = answer.headers.get('www-authenticate')
  expect(await seen(answer)).toEqual([403, challenge, 'MANAGE_SCOPE_REQUIRED'])
  expect(challenge).toMatch(
    /^DPoP realm="authserver", error="insufficient_scope", .*scope="authserver:manage"/,
  )
})

describe('introspection', () => {
  beforeEach(async () => {
    await app.changeSettings({ tokenIntrospectionEnabled: true })
  })
  const members = async (token: string) => (await introspect(client, { token })).json()

  test('tells the kind of a token, and the key that its proof must be of', async () => {
    const { payload } = readJwt(bound)
    expect(payload.cnf).toEqual({ jkt: key.jkt })
    expect(await members(bound)).toMatchObject({
      active: true,
      token_type: 'DPoP',
      cnf: { jkt: key.jkt },
    })
    const bearer = await members(unbound)
    expect(bearer).toMatchObject({ active: true, token_type: 'Bearer' })
    expect(bearer).not.toHaveProperty('cnf')
  })

  test('calls a bound token inactive while proofs are off', async () => {
    await app.changeSettings({ dpopEnabled: false })
    expect(await members(bound)).toEqual({ active: false })
    expect(await members(unbound)).toMatchObject({ active: true })
  })
})

describe('scripts of web origins', () => {
  const origin = 'https://client.example'
  const preflight = {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-headers': 'dpop,x-trace' },
  }
  const headersOf = async (path: string) => {
    const { headers } = await app.fetch(path, preflight)
    const answer = await app.fetch(path, { headers: { origin } })
    return [
      headers.get('access-control-allow-headers'),
      answer.headers.get('access-control-expose-headers'),
    ]
  }

  test.each(['/userinfo', '/.well-known/openid-configuration'])(
    'may send proofs to %s and read nonces, while proofs are on',
    async (path) => {
      expect(await headersOf(path)).toEqual([
        'Accept, Authorization, Content-Type, X-CSRF-Token, DPoP, x-trace',
        'WWW-Authenticate, Retry-After, DPoP-Nonce',
      ])
      await app.changeSettings({ dpopEnabled: false })
      expect(await headersOf(path)).toEqual([
        'Accept, Authorization, Content-Type, X-CSRF-Token, dpop, x-trace',
        'WWW-Authenticate, Retry-After',
      ])
    },
  )
})

describe('discovery', () => {
  const member = async () => {
    const document = await (await app.fetch('/.well-known/openid-configuration')).json()
    return document.dpop_signing_alg_values_supported
  }

  test('lists the algorithms of proofs while they are on', async () => {
    expect(await member()).toEqual(['ES256', 'ES384', 'Ed25519', 'EdDSA', 'PS256', 'RS256'])
    await app.changeSettings({ dpopEnabled: false })
    expect(await member()).toBe(undefined)
  })
})

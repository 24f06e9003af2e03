import { randomUUID } from 'node:crypto'
import { UnsecuredJWT } from 'jose'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { fileDatabase } from '#tests/support/file-database.ts'
import { auditEntries } from '#tests/support/granted.ts'
import { basicHeader } from '#tests/support/oauth.ts'
import { aClient, aResource, aUser, grantToClient, type TestClient } from '#tests/support/people.ts'
import { everythingOff } from '#tests/support/protocol-features.ts'
import { server } from '#tests/support/server.ts'
import { aClientWithKeys, aKey, signAssertion, withAssertion } from './assertions.ts'
import {
  aProof,
  aProofKey,
  askWithProof,
  type ProofChange,
  type ProofKey,
  present,
} from './proofs.ts'

const app = await server()
const { client: database } = await fileDatabase()
let client: TestClient
let key: ProofKey

beforeAll(async () => {
  key = await aProofKey()
  await aResource(app.store, 'tasks', ['read'])
  client = await aClient(app.store, {
    clientCredentialsEnabled: true,
    resourceOwnerPasswordCredentialsEnabled: true,
  })
  await grantToClient(app.store, client, 'tasks:read')
})
beforeEach(async () => {
  await app.changeSettings({ ...everythingOff, dpopEnabled: true })
})

const fields = () => ({
  grant_type: 'client_credentials',
  client_id: client.clientIdentifier,
  client_secret: client.secret,
})
/** Asks for a token of the client's own. */
const ask = (change: ProofChange & { readonly proof?: string } = {}, by = key) =>
  askWithProof(app, by, fields(), change)
const proofOf = (change: ProofChange = {}, by = key) =>
  aProof(app, by, ['POST', '/auth/token'], change)

/** The text of a refusal of the proof; the error of any other. */
async function faultOf(change: ProofChange & { readonly proof?: string }, by = key) {
  const { status, body } = await ask(change, by)
  if (status === 200) return 'accepted'
  return body.error === 'invalid_dpop_proof' ? `${status} ${body.error_description}` : body.error
}

async function aUserToken(by = key): Promise<string> {
  const { email, password } = await aUser(app.store)
  const sent = { ...fields(), grant_type: 'password', username: email, password, scope: 'openid' }
  return (await askWithProof(app, by, sent)).body.access_token
}

const form = '400 The DPoP header must hold one proof: a signed JWT of the type dpop+jwt.'
const algorithm =
  '400 The DPoP proof must be signed by one of ES256, ES384, Ed25519, EdDSA, PS256, RS256.'
const noKey = '400 The DPoP proof must have the public key of its signature in its header.'
const signature = '400 The signature of the DPoP proof is wrong.'
const address = '400 The DPoP proof is for another address.'
const noJti = '400 The DPoP proof needs an identifier (jti) of 1 to 512 bytes.'

describe('a proof', () => {
  test.each(['ES256', 'ES384', 'Ed25519', 'EdDSA', 'PS256', 'RS256'])(
    'may be signed by %s',
    async (alg) => {
      expect(await faultOf({}, await aProofKey(alg))).toBe('accepted')
    },
  )

  test.each([
    [{ typ: 'JWT' }, form],
    [{ typ: undefined }, form],
    [{ jwk: undefined }, noKey],
    [{ jwk: 'x' }, noKey],
    [{ jwk: { kty: 'oct', k: 'AAAA' } }, noKey],
  ])('needs the right header: %o', async (header, fault) => {
    expect(await faultOf({ header })).toBe(fault)
  })

  test('needs a public key on its curve, of the kind of its algorithm', async () => {
    const { jwk } = key
    const other = await aProofKey()
    const jwks = [
      { ...jwk, d: 'AAAA' },
      { ...jwk, y: jwk.x },
      { ...jwk, crv: 'P-384' },
      (await aProofKey('RS256')).jwk,
    ]
    for (const one of jwks) expect(await faultOf({ header: { jwk: one } })).toBe(noKey)
    expect(await faultOf({ header: { jwk: other.jwk } })).toBe(signature)
  })

  test('is refused without a signature, with a symmetric one, and with an unknown extension', async () => {
    const proof = await proofOf()
    const claims = JSON.parse(Buffer.from(proof.split('.')[1] ?? '', 'base64url').toString())
    expect(await faultOf({ proof: new UnsecuredJWT(claims).encode() })).toBe(form)
    const header = (change: object) =>
      Buffer.from(
        JSON.stringify({ typ: 'dpop+jwt', alg: 'ES256', jwk: key.jwk, ...change }),
      ).toString('base64url')
    const [, body, signed] = proof.split('.')
    expect(await faultOf({ proof: `${header({ alg: 'none' })}.${body}.${signed}` })).toBe(algorithm)
    expect(await faultOf({ proof: `${header({ alg: 'HS256' })}.${body}.${signed}` })).toBe(
      algorithm,
    )
    expect(await faultOf({ proof: `${header({ crit: ['b64'] })}.${body}.${signed}` })).toBe(form)
    expect(await faultOf({ proof: `${header({ a: 1 })}.${body}.${signed}` })).toBe(signature)
  })

  test('is refused beside another one, empty, without form, or above 8 KiB', async () => {
    const [one, other] = [await proofOf(), await proofOf()]
    const proofs = [`${one}, ${other}`, '', 'a.b.c', `${one}.x`, `${one} x`, 'x']
    for (const proof of proofs) expect(await faultOf({ proof })).toBe(form)
    const claims = { more: 'x'.repeat(6_500) }
    expect(await faultOf({ claims })).toBe(form)
  })

  test.each([
    [{ htm: 'GET' }, '400 The DPoP proof is for another method.'],
    [{ htm: 'post' }, '400 The DPoP proof is for another method.'],
    [{ htm: undefined }, '400 The DPoP proof is for another method.'],
    [{ htm: { toString: 1 } }, '400 The DPoP proof is for another method.'],
    [{ htu: undefined }, address],
    [{ htu: { toString: 1 } }, address],
    [{ iat: undefined }, '400 The DPoP proof needs a time of issue (iat).'],
    [{ iat: '1' }, '400 The DPoP proof needs a time of issue (iat).'],
    [{ jti: undefined }, noJti],
    [{ jti: '' }, noJti],
    [{ jti: 7 }, noJti],
    [{ jti: 'x'.repeat(513) }, noJti],
    [{ jti: 'é'.repeat(257) }, noJti],
  ])('needs good claims: %o', async (claims, fault) => {
    expect(await faultOf({ claims })).toBe(fault)
  })

  test('may have a `jti` of 512 bytes with any characters', async () => {
    const jti = `\0\ud800${'x'.repeat(500)}`
    expect(await faultOf({ claims: { jti } })).toBe('accepted')
    expect(await faultOf({ claims: { jti: randomUUID() + 'x'.repeat(476) } })).toBe('accepted')
  })

  test.each([
    ['HTTP://LOCALHOST:3000/auth/token?x=1#y', 'accepted'],
    ['http://localhost:3000/auth/token/', address],
    ['http://localhost:3000/auth/Token', address],
    ['http://localhost/auth/token', address],
    ['https://localhost:3000/auth/token', address],
    ['http://10.0.0.7:3000/auth/token', address],
    ['http://a@localhost:3000/auth/token', address],
    ['/auth/token', address],
    ['http://localhost:3000/userinfo', address],
  ])('names the public address of the endpoint: %s', async (htu, answer) => {
    expect(await faultOf({ claims: { htu } })).toBe(answer)
  })

  test('tells the log what its address was, without a query, and what was wanted', async () => {
    const warn = vi.spyOn(app.runtime.log, 'warn')
    await ask({ claims: { htu: 'http://inner:3000/auth/token?secret' } })
    expect(warn.mock.calls.at(-1)?.[0]).toMatchObject({
      cause: {
        fault: 'address',
        got: 'http://inner:3000/auth/token',
        wanted: 'http://localhost:3000/auth/token',
      },
    })
  })

  test('is looked at after the client authenticated, before anything of the grant', async () => {
    const bad = { proof: 'x' }
    const wrong = { ...fields(), client_secret: 'wrong' }
    expect((await askWithProof(app, key, wrong, bad)).body.error).toBe('invalid_client')
    const unknown = { ...fields(), scope: 'unknown:scope' }
    expect((await askWithProof(app, key, unknown, bad)).body.error).toBe('invalid_dpop_proof')
  })
})

test('a proof names the address of BASE_URL, whatever a proxy calls the server', async () => {
  const env = { BASE_URL: 'https://id.example:8443', TRUSTED_PROXIES: '*' }
  const { config } = app
  const ctx = { ...app.runtime, config: { ...config, baseUrl: env.BASE_URL }, now: app.clock.now() }
  const { checkProof } = await import('#lib/protocol/dpop/proof.ts')
  const settings = { dpopNonceRequired: false }
  const judged = async (htu: string) => {
    const dpop = await proofOf({ claims: { htu } })
    try {
      const request = { method: 'POST', path: '/auth/token', dpop }
      return checkProof({ ...ctx, settings } as never, request).htu
    } catch (error) {
      return (error as Error).message
    }
  }
  expect(await judged('HTTPS://ID.EXAMPLE:8443/auth/token')).toBe(
    'https://id.example:8443/auth/token',
  )
  expect(await judged('http://localhost:3000/auth/token')).toBe('address')
})

describe('the time of a proof', () => {
  const seconds = (offset: number) => ({
    claims: { iat: app.clock.now().getTime() / 1000 + offset },
  })

  test.each([-59.9, 59.9, 0.5])('may be %s seconds off', async (offset) => {
    expect(await faultOf(seconds(offset))).toBe('accepted')
  })

  test.each([-61, 61, -600, 1e12])(
    'is replaced by a nonce where it is %s seconds off, once',
    async (offset) => {
      const refused = await ask(seconds(offset))
      expect([refused.status, refused.body.error]).toEqual([400, 'use_dpop_nonce'])
      const nonce = refused.nonce ?? ''
      expect(nonce).toMatch(/^[\w-]{43}$/)
      const proof = await proofOf({ ...seconds(offset), nonce })
      expect(await faultOf({ proof })).toBe('accepted')
      expect(await faultOf({ proof })).toBe('400 The DPoP proof was used before.')
      // Its nonce ends before its time comes.
      app.clock.advance(Math.min(Math.max(offset, 180), 10_000))
      expect(await faultOf({ proof })).toBe('use_dpop_nonce')
    },
  )

  test('gives no nonce to a proof with another fault', async () => {
    const { claims } = seconds(-600)
    for (const fault of [{ htu: 'http://localhost:3000/x' }, { jti: '' }]) {
      const { body, nonce } = await ask({ claims: { ...claims, ...fault } })
      expect([body.error, nonce]).toEqual(['invalid_dpop_proof', null])
    }
  })

  test('is not judged beside a nonce that is not ours: that one is refused', async () => {
    expect(await faultOf({ nonce: 'x'.repeat(43) })).toBe('use_dpop_nonce')
    expect(await faultOf({ claims: { nonce: 7 } })).toBe('use_dpop_nonce')
  })
})

describe('while nonces are required', () => {
  beforeEach(async () => {
    await app.changeSettings({ dpopNonceRequired: true })
    app.clock.set(new Date('2031-01-01T00:00:00Z'))
  })

  test('a proof without one is told one, and accepted with it until the end of the next minute', async () => {
    const { nonce, body } = await ask()
    expect(body).toEqual({
      error: 'use_dpop_nonce',
      error_description: 'The DPoP proof needs the nonce of this answer.',
    })
    const withNonce = { nonce: nonce ?? '' }
    expect((await ask(withNonce)).nonce).toBe(null)
    app.clock.advance(59.999)
    expect((await ask(withNonce)).nonce).toBe(null)
    app.clock.advance(0.001)
    const next = await ask(withNonce)
    expect([next.status, next.nonce?.length]).toEqual([200, 43])
    expect(next.nonce).not.toBe(nonce)
    app.clock.advance(59.999)
    expect((await ask(withNonce)).status).toBe(200)
    app.clock.advance(0.001)
    expect((await ask(withNonce)).body.error).toBe('use_dpop_nonce')
    expect((await ask({ nonce: next.nonce ?? '' })).status).toBe(200)
  })

  test('a refusal of the grant brings the next nonce as well', async () => {
    const { nonce } = await ask()
    app.clock.advance(60)
    const change = { nonce: nonce ?? '' }
    const refused = await askWithProof(app, key, { ...fields(), scope: 'no:thing' }, change)
    expect([refused.status, refused.nonce?.length]).toEqual([400, 43])
  })

  test('the nonce of a process whose clock is a little ahead is accepted', async () => {
    app.clock.advance(60)
    const { nonce } = await ask()
    app.clock.advance(-3)
    expect((await ask({ nonce: nonce ?? '' })).status).toBe(200)
    app.clock.advance(-3)
    expect((await ask({ nonce: nonce ?? '' })).status).toBe(400)
  })

  test('a request that is told one has not spent its assertion', async () => {
    await app.changeSettings({ privateKeyJwtEnabled: true })
    const own = await aKey()
    const signing = await aClientWithKeys(app.store, [own], { clientCredentialsEnabled: true })
    await grantToClient(app.store, signing, 'tasks:read')
    const assertion = withAssertion(await signAssertion(app, signing, own))
    const sent = { grant_type: 'client_credentials', ...assertion }
    const told = await askWithProof(app, key, sent)
    expect([told.status, told.body.error]).toEqual([400, 'use_dpop_nonce'])
    const change = { nonce: told.nonce ?? '' }
    expect((await askWithProof(app, key, sent, change)).status).toBe(200)
    const third = await askWithProof(app, key, sent, change)
    expect([third.status, third.body.error_description]).toEqual([
      401,
      'The assertion was used before.',
    ])
  })

  test('UserInfo tells one with its challenge', async () => {
    const { nonce } = await ask()
    const withNonce = { nonce: nonce ?? '' }
    const { email, password } = await aUser(app.store)
    const sent = { ...fields(), grant_type: 'password', username: email, password, scope: 'openid' }
    const token = (await askWithProof(app, key, sent, withNonce)).body.access_token
    const refused = await present(app, key, token)
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toContain('error="use_dpop_nonce"')
    const next = refused.headers.get('dpop-nonce') ?? ''
    expect((await present(app, key, token, { nonce: next })).status).toBe(200)
  })
})

describe('a proof counts once', () => {
  const used = '400 The DPoP proof was used before.'

  test('in any spelling of its address, whatever the request was for', async () => {
    const jti = randomUUID()
    const proof = await proofOf({ claims: { jti } })
    const unknown = { ...fields(), scope: 'unknown:scope' }
    expect((await askWithProof(app, key, unknown, { proof })).body.error).toBe('invalid_scope')
    expect(await faultOf({ proof })).toBe(used)
    const htu = 'HTTP://localhost:3000/auth/token?again'
    expect(await faultOf({ claims: { jti, htu } })).toBe(used)
    const other = await aProofKey()
    expect(await faultOf({ claims: { jti } }, other)).toBe('accepted')
  })

  test('among twenty at once', async () => {
    const proof = await proofOf()
    const answers = await Promise.all(Array.from({ length: 20 }, () => faultOf({ proof })))
    expect(answers.toSorted()).toEqual([...Array(19).fill(used), 'accepted'])
  })

  test('and is forgotten when it could not be used any more', async () => {
    const { store, clock } = app
    const start = clock.now()
    await store.usedIdentifiers.removeExpired(new Date('2100-01-01'), 10_000)
    await ask()
    const removedAfter = (seconds: number) =>
      store.usedIdentifiers.removeExpired(new Date(start.getTime() + seconds * 1_000), 10_000)
    expect(await removedAfter(64)).toBe(0)
    expect(await removedAfter(66)).toBe(1)
  })

  test('a replay has an audit entry where its key is bound to a live grant, else none', async () => {
    const replays = async () =>
      (await auditEntries(database)).filter(({ event }) => event === 'dpop_proof_replayed')
    const proof = await proofOf()
    await faultOf({ proof })
    expect(await faultOf({ proof })).toBe(used)
    expect(await replays()).toEqual([])
    const token = await aUserToken()
    const sent = { init: { body: '' }, method: 'POST' }
    const again = await aProof(app, key, ['POST', '/userinfo'], { token })
    expect((await present(app, key, token, { ...sent, proof: again })).status).toBe(200)
    expect((await present(app, key, token, { ...sent, proof: again })).status).toBe(401)
    const [entry, ...more] = await replays()
    expect(more).toEqual([])
    expect(entry?.details).toEqual({
      clientId: client.id,
      userId: expect.any(Number),
      grantId: expect.any(Number),
    })
  })
})

test('while proofs are off the header is ignored, whatever it holds', async () => {
  await app.changeSettings({ dpopEnabled: false })
  for (const proof of ['x', 'a, b', await proofOf()]) {
    const { status, body, nonce } = await ask({ proof })
    expect([status, body.token_type, nonce]).toEqual([200, 'Bearer', null])
  }
  const headers = { authorization: basicHeader(client), dpop: await proofOf() }
  const answer = await app.post('/auth/token', { grant_type: 'client_credentials' }, { headers })
  expect(answer.status).toBe(200)
})

import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { browser } from '#tests/support/browser.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { auditEntries } from '#tests/support/granted.ts'
import { authorizePath, pkcePair, readJwt, responseOf, signIn } from '#tests/support/oauth.ts'
import {
  aClient,
  aPublicClient,
  aResource,
  aUser,
  grantToClient,
  type TestClient,
  type TestUser,
} from '#tests/support/people.ts'
import { everythingOff } from '#tests/support/protocol-features.ts'
import { server } from '#tests/support/server.ts'
import { testCipher } from '#tests/support/settings.ts'
import type { KeyOfClient } from './assertions.ts'
import { aDeviceClient, codesFor, connect } from './device-fixture.ts'
import { userinfoStatus } from './fixture.ts'
import { aProof, aProofKey, askWithProof, type ProofKey, present } from './proofs.ts'

const app = await server()
const { client: database } = await fileDatabase()
let key: ProofKey
let other: ProofKey
let user: TestUser
let client: TestClient
let open: TestClient

beforeAll(async () => {
  key = await aProofKey()
  other = await aProofKey('Ed25519')
  user = await aUser(app.store)
  await aResource(app.store, 'tasks', ['read'])
})
beforeEach(async () => {
  await app.changeSettings({ ...everythingOff, dpopEnabled: true })
  client = await aClient(app.store, {
    clientCredentialsEnabled: true,
    resourceOwnerPasswordCredentialsEnabled: true,
  })
  open = await aPublicClient(app.store)
})

type Fields = Readonly<Record<string, string | undefined>>

/** Calls the token endpoint as a client, with the proof of a key; null sends none. */
const ask = (of: TestClient, by: KeyOfClient | null, fields: Fields) => {
  const secret = of.secret === '' ? {} : { client_secret: of.secret }
  return askWithProof(app, by, { client_id: of.clientIdentifier, ...secret, ...fields })
}

/** Redeems the code of a sign-in. */
async function redeem(of: TestClient, by: KeyOfClient | null, request: Fields = {}) {
  const { code, verifier } = await signIn(app, of, user, { request })
  const fields = { code, redirect_uri: of.redirectUri, code_verifier: verifier }
  const send = (key: KeyOfClient | null) =>
    ask(of, key, { grant_type: 'authorization_code', ...fields })
  return { ...(await send(by)), again: send }
}

const refresh = (of: TestClient, by: KeyOfClient | null, token: string) =>
  ask(of, by, { grant_type: 'refresh_token', refresh_token: token })

const keyOf = (token: string) => readJwt(token).payload.cnf
const refused = (error: string, description: string) => ({
  status: 400,
  body: { error, error_description: description },
})
const otherKey = refused('invalid_grant', 'The refresh token is bound to another key.')
const otherKeyOfCode = refused('invalid_grant', 'The code is bound to another key.')

describe('a request with a proof gets an access token that is bound to its key', () => {
  test('for a code, with an ID token that does not change', async () => {
    const { body } = await redeem(client, key)
    expect([body.token_type, keyOf(body.access_token)]).toEqual(['DPoP', { jkt: key.jkt }])
    expect(readJwt(body.id_token).payload.cnf).toBe(undefined)
    expect((await present(app, key, body.access_token)).status).toBe(200)
  })

  test('for client credentials and for a password', async () => {
    await grantToClient(app.store, client, 'tasks:read')
    const { email: username, password } = user
    const grants = [
      { grant_type: 'client_credentials' },
      { grant_type: 'password', username, password },
    ]
    for (const fields of grants) {
      const { body } = await ask(client, key, fields)
      expect([body.token_type, keyOf(body.access_token)]).toEqual(['DPoP', { jkt: key.jkt }])
    }
  })

  test('and one without a proof gets a bearer token', async () => {
    const { body } = await redeem(client, null)
    expect([body.token_type, keyOf(body.access_token)]).toEqual(['Bearer', undefined])
    expect(await userinfoStatus(app, body.access_token)).toBe(200)
  })
})

describe('the refresh token of a public client', () => {
  test('needs a proof of the same key each time, and lives on after each refusal', async () => {
    const { body } = await redeem(open, key)
    const first = body.refresh_token
    expect(readJwt(first).payload).not.toHaveProperty('cnf')
    expect(await refresh(open, other, first)).toMatchObject(otherKey)
    expect(await refresh(open, null, first)).toMatchObject(otherKey)
    const second = await refresh(open, key, first)
    expect([second.status, keyOf(second.body.access_token)]).toEqual([200, { jkt: key.jkt }])
    expect(await refresh(open, other, second.body.refresh_token)).toMatchObject(otherKey)
    expect((await refresh(open, key, second.body.refresh_token)).status).toBe(200)
  })

  test('ends nothing when a thief without the key presents a rotated one', async () => {
    const { body } = await redeem(open, key)
    const next = await refresh(open, key, body.refresh_token)
    expect(await refresh(open, other, body.refresh_token)).toMatchObject(otherKey)
    expect((await refresh(open, key, next.body.refresh_token)).status).toBe(200)
  })

  test('ends the grant when the key presents a rotated one', async () => {
    const { body } = await redeem(open, key)
    const next = await refresh(open, key, body.refresh_token)
    expect((await refresh(open, key, body.refresh_token)).status).toBe(400)
    const { status, body: over } = await refresh(open, key, next.body.refresh_token)
    expect([status, over.error_description]).toEqual([400, 'This refresh token has been revoked.'])
  })

  test('of the password grant is bound as well', async () => {
    await app.changeSettings({ resourceOwnerPasswordCredentialsEnabled: true })
    const { email: username, password } = user
    const { body } = await ask(open, key, { grant_type: 'password', username, password })
    expect(await refresh(open, null, body.refresh_token)).toMatchObject(otherKey)
    expect((await refresh(open, key, body.refresh_token)).status).toBe(200)
  })

  test('stays unbound when it was issued without a proof', async () => {
    const { body } = await redeem(open, null)
    const bound = await refresh(open, key, body.refresh_token)
    expect(bound.body.token_type).toBe('DPoP')
    const bearer = await refresh(open, null, bound.body.refresh_token)
    expect([bearer.status, bearer.body.token_type]).toEqual([200, 'Bearer'])
  })

  test('stays bound when the client becomes confidential', async () => {
    const { body } = await redeem(open, key, { scope: 'openid offline_access' })
    const secret = 'a-secret-of-a-client'
    const place = `clients.client_secret_encrypted/${open.id}` as const
    const sealed = testCipher.seal(secret, place)
    await app.store.clients.update(open.id, { isPublic: false, clientSecretEncrypted: sealed })
    const made = { ...open, secret }
    expect(await refresh(made, null, body.refresh_token)).toMatchObject(otherKey)
    expect(await refresh(made, other, body.refresh_token)).toMatchObject(otherKey)
  })
})

test('the refresh token of a confidential client may change keys, because the client authenticates', async () => {
  const { body } = await redeem(client, key)
  const second = await refresh(client, other, body.refresh_token)
  expect([second.status, keyOf(second.body.access_token)]).toEqual([200, { jkt: other.jkt }])
  const third = await refresh(client, null, second.body.refresh_token)
  expect([third.status, third.body.token_type]).toEqual([200, 'Bearer'])
})

describe('dpop_jkt', () => {
  test('binds the code: no other proof redeems it, and it stays unspent', async () => {
    const { again, ...first } = await redeem(open, other, { dpop_jkt: key.jkt })
    expect(first).toMatchObject(otherKeyOfCode)
    expect(await again(null)).toMatchObject(otherKeyOfCode)
    expect((await again(key)).status).toBe(200)
  })

  test('keeps a spent code from ending the grant of its key by another', async () => {
    const { again, body } = await redeem(open, key, { dpop_jkt: key.jkt })
    expect(await again(other)).toMatchObject(otherKeyOfCode)
    expect((await present(app, key, body.access_token)).status).toBe(200)
    expect((await again(key)).status).toBe(400)
    expect((await present(app, key, body.access_token)).status).toBe(401)
  })

  test('outlives the pages of a sign-in and a form post', async () => {
    const { verifier, challenge } = pkcePair()
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
    const path = authorizePath(open, { ...pkce, dpop_jkt: key.jkt })
    const query = [...new URL(path, 'http://localhost:3000').searchParams]
    const posted = await app.post('/auth/authorize', query)
    const person = browser(app)
    await person.visit(posted.headers.get('location') ?? '')
    const code = responseOf(
      await person.submit({ email: user.email, password: user.password }),
    )?.code
    const fields = { code, redirect_uri: open.redirectUri, code_verifier: verifier }
    const grant = { grant_type: 'authorization_code', ...fields }
    expect(await ask(open, other, grant)).toMatchObject(otherKeyOfCode)
    expect((await ask(open, key, grant)).status).toBe(200)
  })

  const errorOf = async (query: string) => {
    const { challenge } = pkcePair()
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
    const { location } = await browser(app).visit(`${authorizePath(open, pkce)}&${query}`)
    return location?.searchParams.get('error') ?? null
  }

  test.each([
    `dpop_jkt=${'a'.repeat(42)}`,
    `dpop_jkt=${'a'.repeat(44)}`,
    `dpop_jkt=${'a'.repeat(42)}%3D`,
    `dpop_jkt=${'a'.repeat(43)}&dpop_jkt=${'a'.repeat(43)}`,
  ])('is refused where it is no thumbprint, or sent twice: %s', async (query) => {
    expect(await errorOf(query)).toBe('invalid_request')
    await app.changeSettings({ dpopEnabled: false })
    expect(await errorOf(query)).toBe(null)
  })
})

describe('a pushed request', () => {
  beforeEach(async () => {
    await app.changeSettings({ pushedAuthorizationRequestsEnabled: true })
  })

  const { verifier, challenge } = pkcePair()
  async function push(proof: string | undefined, change: Fields = {}) {
    const fields = {
      client_id: open.clientIdentifier,
      redirect_uri: open.redirectUri,
      response_type: 'code',
      scope: 'openid',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...change,
    }
    const headers: Record<string, string> = proof === undefined ? {} : { dpop: proof }
    return (await app.post('/auth/par', fields, { headers })).json()
  }
  const proofOf = () => aProof(app, key, ['POST', '/auth/par'])

  test('with a proof binds the code to its key', async () => {
    const { request_uri: uri } = await push(await proofOf())
    const query = new URLSearchParams({ client_id: open.clientIdentifier, request_uri: uri })
    const person = browser(app)
    await person.visit(`/auth/authorize?${query}`)
    const code = responseOf(
      await person.submit({ email: user.email, password: user.password }),
    )?.code
    const fields = { code, redirect_uri: open.redirectUri, code_verifier: verifier }
    const grant = { grant_type: 'authorization_code', ...fields }
    expect(await ask(open, null, grant)).toMatchObject(otherKeyOfCode)
    expect((await ask(open, key, grant)).status).toBe(200)
  })

  test('may name the key too, and no other one', async () => {
    expect(await push(await proofOf(), { dpop_jkt: key.jkt })).toHaveProperty('request_uri')
    expect(await push(await proofOf(), { dpop_jkt: other.jkt })).toEqual({
      error: 'invalid_request',
      error_description: 'The dpop_jkt is not that of the DPoP proof.',
    })
    expect(await push(undefined, { dpop_jkt: 'x' })).toMatchObject({ error: 'invalid_request' })
  })

  test('spends its proof, which is for its own address', async () => {
    const proof = await proofOf()
    expect(await push(proof)).toHaveProperty('request_uri')
    const description = 'The DPoP proof was used before.'
    expect(await push(proof)).toMatchObject({ error_description: description })
    const elsewhere = await aProof(app, key, ['POST', '/auth/token'])
    expect(await push(elsewhere)).toMatchObject({ error: 'invalid_dpop_proof' })
  })
})

describe('a client that has to prove possession of a key', () => {
  const needed = refused('invalid_dpop_proof', 'This client must prove possession of a key.')
  beforeEach(async () => {
    open = await aPublicClient(app.store, { dpopRequired: true, implicitGrantEnabled: true })
  })

  test('gets no token without a proof, also while proofs are off', async () => {
    const { again, ...first } = await redeem(open, null)
    expect(first).toMatchObject(needed)
    await app.changeSettings({ dpopEnabled: false })
    expect(await again(key)).toMatchObject(needed)
    await app.changeSettings({ dpopEnabled: true })
    expect((await again(key)).status).toBe(200)
  })

  test('may not use the implicit flow, whose tokens are never bound', async () => {
    const request = { response_type: 'token', redirect_uri: open.redirectUri, nonce: 'n' }
    const { location } = await browser(app).visit(authorizePath(open, request))
    expect(location?.hash).toContain('error=unauthorized_client')
  })
})

test('the poll of a device that gets the tokens binds them, and no poll before it does', async () => {
  await app.changeSettings({ deviceGrantEnabled: true })
  const device = await aDeviceClient(app)
  const codes = await codesFor(app, device, 'openid')
  const fields = {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: codes.device_code,
  }
  expect((await ask(device, other, fields)).body.error).toBe('authorization_pending')
  await connect(app, user, codes)
  app.clock.advance(codes.interval)
  const { body } = await ask(device, key, fields)
  expect([body.token_type, keyOf(body.access_token)]).toEqual(['DPoP', { jkt: key.jkt }])
  expect(await refresh(device, other, body.refresh_token)).toMatchObject(otherKey)
  expect((await refresh(device, key, body.refresh_token)).status).toBe(200)
})

test('the implicit flow binds nothing', async () => {
  const implicit = await aPublicClient(app.store, { implicitGrantEnabled: true })
  const request = { response_type: 'token', dpop_jkt: key.jkt }
  const { response } = await signIn(app, implicit, user, { request })
  expect([response.token_type, keyOf(response.access_token ?? '')]).toEqual(['Bearer', undefined])
})

test('a replayed proof of a refresh is audited, with the grant that its key is bound to', async () => {
  const { body } = await redeem(open, key)
  const proof = await aProof(app, key, ['POST', '/auth/token'])
  const fields = {
    client_id: open.clientIdentifier,
    grant_type: 'refresh_token',
    refresh_token: body.refresh_token,
  }
  const narrowed = { ...fields, scope: 'openid email' }
  expect((await askWithProof(app, key, narrowed, { proof })).status).toBe(400)
  expect((await askWithProof(app, key, fields, { proof })).status).toBe(400)
  const entry = (await auditEntries(database)).findLast(
    ({ event }) => event === 'dpop_proof_replayed',
  )
  expect(entry?.details).toMatchObject({ clientId: open.id, userId: user.id })
  expect((await refresh(open, key, body.refresh_token)).status).toBe(200)
})

test('when proofs are switched off, what is bound is refused, and what is not goes on', async () => {
  await app.changeSettings({ tokenIntrospectionEnabled: true })
  const bound = (await redeem(open, key)).body
  const unbound = (await redeem(open, null)).body
  const { again } = await redeem(open, other, { dpop_jkt: key.jkt })
  await app.changeSettings({ dpopEnabled: false })
  expect((await present(app, key, bound.access_token)).status).toBe(401)
  expect(await userinfoStatus(app, bound.access_token)).toBe(401)
  expect(await refresh(open, key, bound.refresh_token)).toMatchObject(otherKey)
  expect(await again(key)).toMatchObject(otherKeyOfCode)
  expect(await userinfoStatus(app, unbound.access_token)).toBe(200)
  expect((await refresh(open, null, unbound.refresh_token)).status).toBe(200)
  await app.changeSettings({ dpopEnabled: true })
  expect((await present(app, key, bound.access_token)).status).toBe(200)
  expect((await refresh(open, key, bound.refresh_token)).status).toBe(200)
})

test.each<[string, Fields]>([
  ['an unknown code', { grant_type: 'authorization_code', code: 'x' }],
  ['an unknown refresh token', { grant_type: 'refresh_token', refresh_token: 'x' }],
  [
    'an unknown device code',
    { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: 'x' },
  ],
  ['a wrong password', { grant_type: 'password', username: 'nobody@example.com', password: 'x' }],
  ['client credentials that it cannot have', { grant_type: 'client_credentials' }],
])('a public client leaves no proof in the database by %s', async (_, fields) => {
  await app.changeSettings({
    deviceGrantEnabled: true,
    resourceOwnerPasswordCredentialsEnabled: true,
  })
  await app.store.clients.update(open.id, { deviceGrantEnabled: true })
  const before = await database.usedIdentifier.count()
  for (let i = 0; i < 3; i++) expect((await ask(open, key, fields)).status).toBe(400)
  expect(await database.usedIdentifier.count()).toBe(before)
})

test('a proof works once with a correct password, also of a public client', async () => {
  await app.changeSettings({ resourceOwnerPasswordCredentialsEnabled: true })
  const { email: username, password } = user
  const { clientIdentifier } = open
  const fields = { client_id: clientIdentifier, grant_type: 'password', username, password }
  const proof = await aProof(app, key, ['POST', '/auth/token'])
  const send = () => askWithProof(app, key, fields, { proof })
  expect((await send()).status).toBe(200)
  expect(await send()).toMatchObject(
    refused('invalid_dpop_proof', 'The DPoP proof was used before.'),
  )
})

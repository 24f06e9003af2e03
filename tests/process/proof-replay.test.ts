import { randomUUID } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClient, aResource, grantToClient, type TestClient } from '#tests/support/people.ts'
import { type RemoteServer, remoteServer, withStore } from '#tests/support/remote.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'

/** Uses a new connection, so that any worker may answer. */
const alone = { connection: 'close' }

let started: StartedServer
let server: RemoteServer
let client: TestClient
let proofOf: (nonce?: string) => Promise<string>
let jkt: string

beforeAll(async () => {
  started = await startServer({ WORKERS: '2', RATE_LIMITER_ENABLED: 'false' })
  server = remoteServer(started.baseUrl)
  await withStore(started.databaseUrl, async (store) => {
    await aResource(store, 'tasks', ['read'])
    client = await aClient(store)
    await grantToClient(store, client, 'tasks:read')
    await store.settings.update({ dpopEnabled: true })
  })
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const jwk = await exportJWK(publicKey)
  jkt = await calculateJwkThumbprint(jwk)
  proofOf = (nonce) =>
    new SignJWT({
      htm: 'POST',
      htu: `${started.baseUrl}/auth/token`,
      jti: randomUUID(),
      ...(nonce !== undefined && { nonce }),
    })
      .setIssuedAt()
      .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk })
      .sign(privateKey)
})
afterAll(() => started?.remove())

async function ask(dpop: string) {
  const fields = {
    grant_type: 'client_credentials',
    client_id: client.clientIdentifier,
    client_secret: client.secret,
  }
  const response = await server.post('/auth/token', fields, { headers: { ...alone, dpop } })
  const nonce = response.headers.get('dpop-nonce') ?? ''
  return { status: response.status, nonce, body: await response.json() }
}

test('a proof sent many times at once to two processes counts once', async () => {
  for (let round = 0; round < 5; round++) {
    const proof = await proofOf()
    const answers = await Promise.all(Array.from({ length: 16 }, () => ask(proof)))
    const [good, ...more] = answers.filter(({ status }) => status === 200)
    expect(more).toEqual([])
    expect(good?.body.token_type).toBe('DPoP')
    const [, claims = ''] = good?.body.access_token.split('.') ?? []
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString()).cnf).toEqual({ jkt })
    const errors = answers.filter(({ status }) => status !== 200)
    expect(new Set(errors.map(({ body }) => body.error))).toEqual(new Set(['invalid_dpop_proof']))
  }
})

test('a header that is sent twice is refused, whatever its lines hold', async () => {
  const proof = await proofOf()
  const { status, body } = await ask(`${proof}, ${await proofOf()}`)
  expect([status, body.error]).toEqual([400, 'invalid_dpop_proof'])
})

test('the nonce of one process is accepted by the other', async () => {
  await withStore(started.databaseUrl, (store) =>
    store.settings.update({ dpopNonceRequired: true }),
  )
  const { nonce, body } = await ask(await proofOf())
  expect(body.error).toBe('use_dpop_nonce')
  const answers = await Promise.all(
    Array.from({ length: 16 }, async () => (await ask(await proofOf(nonce))).status),
  )
  expect(new Set(answers)).toEqual(new Set([200]))
})

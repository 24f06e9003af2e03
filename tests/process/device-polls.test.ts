import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { randomToken } from '#lib/base/crypto/random.ts'
import type { ApprovedGrant } from '#lib/protocol/device/approval.ts'
import { aPublicClient, aUser, type TestClient, type TestUser } from '#tests/support/people.ts'
import { type RemoteServer, remoteServer, withStore } from '#tests/support/remote.ts'
import { testCipher } from '#tests/support/settings.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'

let started: StartedServer
let server: RemoteServer
let client: TestClient
let user: TestUser

beforeAll(async () => {
  started = await startServer({ WORKERS: '2', RATE_LIMITER_ENABLED: 'false' })
  server = remoteServer(started.baseUrl)
  await withStore(started.databaseUrl, async (store) => {
    await store.settings.update({ deviceGrantEnabled: true })
    user = await aUser(store)
    client = await aPublicClient(store, { deviceGrantEnabled: true })
  })
})
afterAll(() => started?.remove())

/** Stores a device that its user has approved. @returns its code */
async function anApprovedDevice(): Promise<string> {
  const code = randomToken()
  const deviceCodeHash = sha256Hex(code)
  const approved: ApprovedGrant = {
    scope: 'openid',
    resources: '',
    acrLevel: 'urn:authserver:level1',
    authMethods: 'pwd',
    authenticatedAt: Date.now(),
    authStateGeneration: user.authStateGeneration,
  }
  const place = `device_authorizations.approved_encrypted/${deviceCodeHash}` as const
  await withStore(started.databaseUrl, (store) =>
    store.deviceAuthorizations.insert({
      createdAt: new Date(),
      expiresAt: new Date(Date.now() + 600_000),
      deviceCodeHash,
      userCodeHash: randomToken(),
      clientId: client.id,
      scope: 'openid',
      targetAcr: approved.acrLevel,
      ipAddress: '127.0.0.1',
      userAgent: '',
      state: 'approved',
      userId: user.id,
      approvedEncrypted: testCipher.seal(JSON.stringify(approved), place),
    }),
  )
  return code
}

/** Polls over a new connection, so that either worker may answer. @returns the error; 'tokens' for none */
async function poll(code: string): Promise<string> {
  const response = await server.fetch('/auth/token', {
    method: 'POST',
    headers: { connection: 'close' },
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      client_id: client.clientIdentifier,
      device_code: code,
    }),
  })
  const body = await response.json()
  return response.status === 200 ? 'tokens' : body.error
}

test('of many polls at once, whichever process they reach, one gets the tokens', async () => {
  for (let round = 0; round < 5; round++) {
    const code = await anApprovedDevice()
    const answers = await Promise.all(Array.from({ length: 8 }, () => poll(code)))
    expect(answers.filter((answer) => answer === 'tokens')).toHaveLength(1)
    const others = new Set(answers.filter((answer) => answer !== 'tokens'))
    expect([...others].every((error) => /^(slow_down|invalid_grant)$/.test(error))).toBe(true)
  }
})

test('a switch that is turned off counts for the next poll at every process', async () => {
  const code = await anApprovedDevice()
  await withStore(started.databaseUrl, (store) =>
    store.settings.update({ deviceGrantEnabled: false }),
  )
  const answers = await Promise.all(Array.from({ length: 8 }, () => poll(code)))
  expect(new Set(answers)).toEqual(new Set(['unsupported_grant_type']))
})

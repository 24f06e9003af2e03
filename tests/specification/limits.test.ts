import { describe, expect, test } from 'vitest'
import { generateKeyPair } from '#lib/domain/keys/keys.ts'
import { makeKeysReal } from '#tests/support/key-size.ts'
import { authorizePath, requestToken } from '#tests/support/oauth.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { server, type TestServer } from '#tests/support/server.ts'
import { testCipher } from '#tests/support/settings.ts'

const limited = await server()
const { store } = limited
const client = await aClient(store, { resourceOwnerPasswordCredentialsEnabled: true })

async function attempt(
  app: TestServer,
  address: string,
  fields: { username: string; password: string },
) {
  const form = {
    grant_type: 'password',
    client_id: client.clientIdentifier,
    client_secret: client.secret,
    ...fields,
  }
  return app.post('/auth/token', form, { headers: { 'x-test-peer': address } })
}

describe('the password grant', () => {
  test('over the limit is 429 with Retry-After, per address and per account', async () => {
    const user = await aUser(store)
    const wrong = { username: user.email, password: 'wrong' }
    for (let i = 0; i < 10; i++) {
      expect((await attempt(limited, '203.0.113.20', wrong)).status).toBe(400)
    }
    const refused = await attempt(limited, '203.0.113.20', wrong)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.headers.get('cache-control')).toBe('no-store')
    expect(await refused.json()).toEqual({
      error: 'invalid_request',
      error_description: 'Too many requests. Please wait and try again later.',
    })
    const right = { username: user.email, password: user.password }
    expect((await attempt(limited, '203.0.113.20', right)).status).toBe(429)
    expect((await attempt(limited, '203.0.113.21', right)).status).toBe(200)
    const other = await aUser(store)
    const others = { username: other.email, password: other.password }
    expect((await attempt(limited, '203.0.113.20', others)).status).toBe(200)
  })

  test('addresses of one /64 network are one address', async () => {
    const user = await aUser(store)
    const wrong = { username: user.email, password: 'wrong' }
    const statuses: number[] = []
    for (let i = 0; i < 11; i++) {
      statuses.push((await attempt(limited, `2001:db8:0:1::${i + 1}`, wrong)).status)
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429])
  })

  test('is not limited while the rate limiter is off', async () => {
    const open = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
    const user = await aUser(store)
    const wrong = { username: user.email, password: 'wrong' }
    const answers = await Promise.all(
      Array.from({ length: 35 }, () => attempt(open, '203.0.113.22', wrong)),
    )
    await server()
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]))
  })
})

test('registration is limited per address, whatever comes of it', async () => {
  const register = (address: string) =>
    limited.fetch('/connect/register', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json', 'x-test-peer': address },
    })
  const statuses: number[] = []
  for (let i = 0; i < 11; i++) statuses.push((await register('203.0.113.30')).status)
  expect(statuses).toEqual([...Array(10).fill(403), 429])
  expect((await register('203.0.113.31')).status).toBe(403)
})

test('the other grants are not limited, and neither is the authorization endpoint', async () => {
  for (let i = 0; i < 40; i++) {
    const refresh = { grant_type: 'refresh_token', refresh_token: 'x' }
    expect((await requestToken(limited, client, refresh)).status).toBe(400)
    expect((await limited.fetch(authorizePath(client))).status).toBeLessThan(400)
  }
})

test('signing keys are 4096-bit RSA with the exponent 65537', { timeout: 60_000 }, async () => {
  makeKeysReal()
  const { publicKeyJwk } = await generateKeyPair(testCipher)
  const key = JSON.parse(publicKeyJwk)
  const modulus = Buffer.from(key.n, 'base64url')
  expect(modulus.length).toBe(512)
  expect(modulus[0] ?? 0).toBeGreaterThanOrEqual(0x80)
  expect(key.e).toBe('AQAB')
})

describe('descriptions of errors stop at 512 bytes', () => {
  const long = `a${'😀'.repeat(300)}:b`

  test('in the answer of the token endpoint', async () => {
    const { body } = await requestToken(limited, client, {
      grant_type: 'client_credentials',
      scope: long,
    })
    expect(Buffer.byteLength(body.error_description ?? '')).toBeLessThanOrEqual(512)
    expect(body.error_description).toMatch(/^[\x20-\x7e]+$/)
  })

  test('in the redirect of the authorization endpoint', async () => {
    const path = authorizePath(await aClient(store, { pkceRequired: false }), {
      scope: long,
      state: undefined,
    })
    const location = new URL((await limited.fetch(path)).headers.get('location') ?? '')
    const description = location.searchParams.get('error_description') ?? ''
    expect(location.searchParams.get('error')).toBe('invalid_scope')
    expect(description).toMatch(/^[\x20-\x7e]{1,512}$/)
  })
})

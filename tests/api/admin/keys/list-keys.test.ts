import { createPublicKey } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { addSeconds } from '#lib/base/time/clock.ts'
import { rotateKeys } from '#lib/domain/keys/keys.ts'
import { apiClient, call } from '#tests/support/api.ts'
import { testContext } from '#tests/support/context.ts'
import { aStoredGrant } from '#tests/support/granted.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'

interface Key extends Readonly<Record<string, unknown>> {
  readonly keyIdentifier: string
  readonly publicKeyASN1DER: string
  readonly publicKeyPEM: string
  readonly publicKeyJWK: string
}

const app = await server()
const { ctx } = await testContext()
const reader = await apiClient(app, ['admin-read'])

async function keys(): Promise<Key[]> {
  const { status, body } = await call<{ keys: Key[] }>(reader, 'GET', '/settings/keys')
  expect(status).toBe(200)
  return body.keys
}

describe('200', () => {
  test('next and current, with their public halves only', async () => {
    const listed = await keys()
    expect(listed.map(({ state }) => state)).toEqual(['next', 'current'])
    for (const key of listed) {
      expect(key).toEqual({
        id: expect.any(Number),
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
        state: key.state,
        keyIdentifier: expect.stringMatching(/^[0-9a-f-]{36}$/),
        type: 'RSA',
        algorithm: 'RS256',
        signingSince: key.state === 'current' ? expect.any(String) : null,
        signedUntil: null,
        dependents: null,
        publicKeyASN1DER: expect.any(String),
        publicKeyPEM: expect.stringMatching(/^-----BEGIN PUBLIC KEY-----\n/),
        publicKeyJWK: expect.any(String),
      })
    }
  })

  test('the three forms are of the same key', async () => {
    const [key] = await keys()
    const jwk = JSON.parse(key?.publicKeyJWK ?? '')
    expect(jwk).toMatchObject({ kid: key?.keyIdentifier, use: 'sig', alg: 'RS256', kty: 'RSA' })
    const der = Buffer.from(key?.publicKeyASN1DER ?? '', 'base64')
    const forms = [
      createPublicKey({ key: jwk, format: 'jwk' }),
      createPublicKey({ key: der, format: 'der', type: 'spki' }),
      createPublicKey(key?.publicKeyPEM ?? ''),
    ]
    const texts = forms.map((form) => form.export({ format: 'der', type: 'spki' }).toString('hex'))
    expect(new Set(texts).size).toBe(1)
  })

  test('after a rotation: next, current, previous', { timeout: 60_000 }, async () => {
    await rotateKeys(ctx, 'somebody')
    const listed = await keys()
    expect(listed.map(({ state }) => state)).toEqual(['next', 'current', 'previous'])
    const [next, current, previous] = listed
    expect(next).toMatchObject({ signingSince: null, signedUntil: null, dependents: null })
    expect(current?.signingSince).toBe(ctx.now.toISOString())
    expect(previous?.signedUntil).toBe(ctx.now.toISOString())
  })
})

describe('200 with refresh tokens,', { timeout: 60_000 }, () => {
  test('the previous key names those in use that it signed, and their holders', async () => {
    const [one, other] = [await aUser(app.store), await aUser(app.store)]
    const client = await aClient(app.store)
    const before = addSeconds(ctx.now, -60)
    const last = addSeconds(ctx.now, 7200)
    const issued = (user: typeof one, createdAt: Date, expiresAt: Date) =>
      aStoredGrant(app.store, user, client, { offline: true, createdAt, expiresAt })
    await issued(one, before, addSeconds(ctx.now, 3600))
    await issued(one, before, last)
    await issued(other, before, addSeconds(ctx.now, 3600))
    // Expired, revoked, and signed by the current key.
    await issued(other, before, addSeconds(ctx.now, -1))
    const { refreshToken } = await issued(other, before, last)
    await app.store.refreshTokens.rotate(refreshToken.id, ctx.now, '')
    await issued(other, addSeconds(ctx.now, 1), addSeconds(last, 9))
    const [, , previous] = await keys()
    expect(previous?.dependents).toEqual({ refreshTokens: 3, users: 2, until: last.toISOString() })
  })
})

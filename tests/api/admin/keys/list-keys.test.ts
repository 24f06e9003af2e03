import { createPublicKey } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { rotateKeys } from '#lib/domain/keys.ts'
import { apiClient, call } from '#tests/support/api.ts'
import { testContext } from '#tests/support/context.ts'
import { server } from '#tests/support/server.ts'

type Key = Readonly<Record<string, string>>

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
    expect(forms[0]?.asymmetricKeyDetails?.modulusLength).toBe(4096)
  })

  test('after a rotation: next, current, previous', { timeout: 60_000 }, async () => {
    await rotateKeys(ctx, 'somebody')
    expect((await keys()).map(({ state }) => state)).toEqual(['next', 'current', 'previous'])
  })
})

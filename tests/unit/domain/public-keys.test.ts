import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { fitsAlgorithm, judgeKey, type PublicJwk } from '#lib/domain/keys/public-keys.ts'

const rsa = (bits: number) =>
  generateKeyPairSync('rsa', { modulusLength: bits }).publicKey.export({ format: 'jwk' })
const ec = (namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve }).publicKey.export({ format: 'jwk' })
const ed = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
const good = rsa(2_048)

test.each([good, ec('P-256'), ed, { ...good, use: 'sig', kid: 'a', alg: 'PS256' }])(
  'a public key of a known kind is usable: %#',
  (key) => expect(judgeKey(key)).toBe('usable'),
)

test.each([
  ...[null, 'x', 7, [], {}, { kty: 'AKP' }, rsa(1_024), ec('P-384')],
  ...[
    { ...good, use: 'enc' },
    { ...good, kid: 7 },
    { ...good, alg: 'ES256' },
  ],
  ...[
    { ...good, e: 'AQABAQAB' },
    { ...good, n: '!' },
    { ...good, n: 'AA' },
  ],
  ...[
    { ...ed, x: 'AAAA' },
    { ...ed, crv: 'X25519' },
    { ...good, n: 'A'.repeat(2_000) },
  ],
])('anything else is not: %#', (key) => expect(judgeKey(key)).toBe('unusable'))

test.each(['d', 'p', 'q', 'k', 'oth'])('a key with the member %s is secret', (name) => {
  expect(judgeKey({ ...good, [name]: 'AAAA' })).toBe('secret')
})

test('a key signs by the algorithms of its kind, and by no other than it names', () => {
  const key = good as PublicJwk
  expect(fitsAlgorithm(key, 'RS256') && fitsAlgorithm(key, 'PS256')).toBe(true)
  expect(fitsAlgorithm(key, 'ES256') || fitsAlgorithm(key, 'Ed25519')).toBe(false)
  expect(fitsAlgorithm({ ...key, alg: 'PS256' }, 'RS256')).toBe(false)
  const edKey = { ...ed, alg: 'EdDSA' } as PublicJwk
  expect(fitsAlgorithm(edKey, 'Ed25519') && fitsAlgorithm(edKey, 'EdDSA')).toBe(true)
})

import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  fitsAlgorithm,
  judgeKey,
  type ProofAlgorithm,
  type PublicJwk,
  proofKeyMembers,
} from '#lib/domain/keys/public-keys.ts'

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

test('a key with further members is usable, unless they are nested deeply', () => {
  expect(judgeKey({ ...good, x5c: ['AAAA'], more: { list: ['a'] } })).toBe('usable')
  expect(judgeKey({ ...good, more: [[[['a']]]] })).toBe('unusable')
})

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

test('the key of a proof is of the kind of its algorithm, with the members of its thumbprint alone', () => {
  const named = { ...good, kid: 'a', use: 'enc', alg: 'ES256', x: 'AAAA' }
  expect(JSON.stringify(proofKeyMembers(named, 'PS256'))).toBe(
    JSON.stringify({ e: good.e, kty: 'RSA', n: good.n }),
  )
  const { x, y } = ec('P-384')
  expect(JSON.stringify(proofKeyMembers({ y, x, kty: 'EC', crv: 'P-384' }, 'ES384'))).toBe(
    JSON.stringify({ crv: 'P-384', kty: 'EC', x, y }),
  )
  expect(proofKeyMembers(ed, 'EdDSA')).toEqual({ crv: 'Ed25519', kty: 'OKP', x: ed.x })
})

test.each<[unknown, ProofAlgorithm]>([
  [good, 'ES256'],
  [ec('P-256'), 'ES384'],
  [ec('P-384'), 'ES256'],
  [ed, 'RS256'],
  [rsa(1_024), 'RS256'],
  [{ ...good, n: 'v'.repeat(684) }, 'RS256'],
  [{ ...good, d: 'AAAA' }, 'RS256'],
  [{ kty: 'oct', k: 'AAAA' }, 'RS256'],
  [{ ...ec('P-256'), y: 7 }, 'ES256'],
  [null, 'ES256'],
  ['x', 'ES256'],
])('any other key makes no proof: %#', (key, algorithm) => {
  expect(proofKeyMembers(key, algorithm)).toBe(null)
})

import { expect, it } from 'vitest'
import {
  base64url,
  equalInConstantTime,
  sha256,
  sha256Base64url,
  sha256Hex,
} from '#lib/base/crypto/hash.ts'

it('gives the digest of the standard’s example in every form', () => {
  const hex = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  expect(sha256Hex('abc')).toBe(hex)
  expect(Buffer.from(sha256('abc')).toString('hex')).toBe(hex)
  expect(sha256(Uint8Array.of(97, 98, 99))).toEqual(sha256('abc'))
})

it('gives the S256 challenge of RFC 7636, appendix B', () => {
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
  expect(sha256Base64url(verifier)).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
})

it('compares texts of any length', () => {
  expect(equalInConstantTime('secret', 'secret')).toBe(true)
  expect(equalInConstantTime('secret', 'secreT')).toBe(false)
  expect(equalInConstantTime('secret', 'secret ')).toBe(false)
  expect(equalInConstantTime('', '')).toBe(true)
})

it('encodes the part of a buffer that a view shows, without padding', () => {
  expect(base64url(Uint8Array.of(1, 251, 255, 2).subarray(1, 3))).toBe('-_8')
})

import { createCipheriv, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CipherError, openCipher } from '#lib/base/crypto/cipher.ts'

const key = randomBytes(32)
const other = randomBytes(32)
const cipher = openCipher(key)
const place = 'users.otp_secret_encrypted/7'

/** A value in the earlier format, which did not bind values to their place. */
function sealedUnbound(plain: string): Uint8Array<ArrayBuffer> {
  const version = Uint8Array.of(1)
  const nonce = randomBytes(12)
  const former = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 })
  former.setAAD(version)
  const parts = [version, nonce, former.update(plain, 'utf8'), former.final()]
  return new Uint8Array(Buffer.concat([...parts, former.getAuthTag()]))
}

describe('secrets at rest', () => {
  it('open to what was sealed, whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (plain) => {
        expect(cipher.open(cipher.seal(plain, place), place)).toBe(plain)
      }),
    )
  })

  it('never look the same twice', () => {
    expect(cipher.seal('same', place)).not.toEqual(cipher.seal('same', place))
  })

  it('do not open once any bit has changed or the end is missing', () => {
    const sealed = cipher.seal('secret', place)
    for (let i = 0; i < sealed.length; i++) {
      const changed = sealed.slice()
      changed[i] = (changed[i] ?? 0) ^ 1
      expect(() => cipher.open(changed, place)).toThrow(CipherError)
      expect(() => cipher.open(sealed.subarray(0, i), place)).toThrow(CipherError)
    }
  })

  it('do not open with another key', () => {
    expect(() => openCipher(other).open(cipher.seal('secret', place), place)).toThrow(CipherError)
  })

  it.each([
    'users.otp_secret_encrypted/8',
    'users.otp_secret_encrypted/77',
    'users.otp_enrollment_secret_encrypted/7',
    'clients.client_secret_encrypted/7',
    'cookie/handshake',
  ] as const)('do not open in another place: %s', (elsewhere) => {
    expect(() => cipher.open(cipher.seal('secret', place), elsewhere)).toThrow(CipherError)
  })

  it('open with the previous key while keys change, and ask for re-encryption', () => {
    const changing = openCipher(other, key)
    const old = cipher.seal('secret', place)
    expect(changing.open(old, place)).toBe('secret')
    expect(changing.isCurrent(old, place)).toBe(false)
    const replaced = changing.seal('secret', place)
    expect(changing.isCurrent(replaced, place)).toBe(true)
    expect(() => cipher.open(replaced, place)).toThrow(CipherError)
  })

  it('of before values had a place open, and ask for re-encryption', () => {
    const old = sealedUnbound('secret')
    expect(cipher.open(old, place)).toBe('secret')
    expect(cipher.isCurrent(old, place)).toBe(false)
    expect(openCipher(other, key).open(old, place)).toBe('secret')
  })

  it('do not lose their place by a changed version', () => {
    const unbound = cipher.seal('secret', place)
    unbound[0] = 1
    expect(() => cipher.open(unbound, place)).toThrow(CipherError)
  })
})

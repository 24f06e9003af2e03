import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CipherError, openCipher } from '#lib/kernel/cipher.ts'

const key = randomBytes(32)
const other = randomBytes(32)
const cipher = openCipher(key)

describe('secrets at rest', () => {
  it('open to what was sealed, whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (plain) => {
        expect(cipher.open(cipher.seal(plain))).toBe(plain)
      }),
    )
  })

  it('never look the same twice', () => {
    expect(cipher.seal('same')).not.toEqual(cipher.seal('same'))
  })

  it('do not open once any bit has changed or the end is missing', () => {
    const sealed = cipher.seal('secret')
    for (let i = 0; i < sealed.length; i++) {
      const changed = sealed.slice()
      changed[i] = (changed[i] ?? 0) ^ 1
      expect(() => cipher.open(changed)).toThrow(CipherError)
      expect(() => cipher.open(sealed.subarray(0, i))).toThrow(CipherError)
    }
  })

  it('do not open with another key', () => {
    expect(() => openCipher(other).open(cipher.seal('secret'))).toThrow(CipherError)
  })

  it('open with the previous key while keys change, and tell that they should be sealed anew', () => {
    const changing = openCipher(other, key)
    const old = cipher.seal('secret')
    expect(changing.open(old)).toBe('secret')
    expect(changing.isCurrent(old)).toBe(false)
    const anew = changing.seal('secret')
    expect(changing.isCurrent(anew)).toBe(true)
    expect(() => cipher.open(anew)).toThrow(CipherError)
  })
})

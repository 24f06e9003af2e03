import { describe, expect, it } from 'vitest'
import {
  authorizationCode,
  clientSecret,
  generatedPassword,
  orderedUuid,
  randomFrom,
  randomToken,
  verificationCode,
} from '#lib/base/crypto/random.ts'

describe('random values', () => {
  const shapes: [string, () => string, RegExp][] = [
    ['a token has 43 characters of base64url', randomToken, /^[\w-]{43}$/],
    ['a client secret has 60 characters', clientSecret, /^[0-9A-Za-z._-]{60}$/],
    ['a code has 32 hexadecimal digits and 96 more', authorizationCode, /^[0-9a-f]{32}[\w.-]{96}$/],
    ['a verification code has 3 letters and 3 digits', verificationCode, /^[A-Z]{3}\d{3}$/],
    [
      'a generated password has 4 groups',
      generatedPassword,
      /^[A-Za-z2-9]{5}(-[A-Za-z2-9]{5}){3}$/,
    ],
  ]
  it.each(shapes)('%s', (_rule, make, shape) => {
    const values = Array.from({ length: 200 }, () => make())
    for (const value of values) expect(value).toMatch(shape)
  })

  it('never repeats a token', () => {
    expect(new Set(Array.from({ length: 1_000 }, () => randomToken())).size).toBe(1_000)
  })

  it('makes UUIDs of version 7 that begin with the time and never repeat', () => {
    // RFC 9562, appendix A.6: 2022-02-22T19:22:22Z.
    const made = Array.from({ length: 1_000 }, () => orderedUuid(0x017f22e279b0))
    for (const one of made) {
      expect(one).toMatch(/^017f22e2-79b0-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    }
    expect(new Set(made).size).toBe(1_000)
  })

  it('puts UUIDs of different moments in the order of time', () => {
    const moments = [0, 1, 255, 0xffff_ffff, Date.UTC(2026, 0), Date.UTC(9999, 0)]
    const made = moments.map((moment) => orderedUuid(moment))
    expect(made.toSorted()).toEqual(made)
  })

  it('puts a capital, a small letter and a digit into every generated password', () => {
    for (let i = 0; i < 200; i++) {
      const password = generatedPassword()
      for (const kind of [/[A-Z]/, /[a-z]/, /\d/]) expect(password).toMatch(kind)
    }
  })

  it.each([2, 10, 26, 65, 200])('draws each of %i characters about equally often', (size) => {
    const alphabet = String.fromCodePoint(...Array.from({ length: size }, (_, i) => 300 + i))
    const draws = 20_000
    const counts = new Map<string, number>()
    for (const c of randomFrom(alphabet, draws)) counts.set(c, (counts.get(c) ?? 0) + 1)
    expect(counts.size).toBe(size)
    // Six standard deviations: fails by chance once in hundreds of millions of runs.
    const expected = draws / size
    for (const n of counts.values()) {
      expect(Math.abs(n - expected)).toBeLessThan(6 * Math.sqrt(expected))
    }
  })
})

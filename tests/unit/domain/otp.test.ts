import { Secret } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { matchStep, newOtpSecret, otpauthUri, otpQrCode } from '#lib/domain/sign-in/otp.ts'

/** The seed of RFC 6238, appendix B: `12345678901234567890`. */
const seed = Secret.fromLatin1('12345678901234567890').base32

describe('matchStep', () => {
  test.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_111_111_111, '050471', 37_037_037],
    [1_234_567_890, '005924', 41_152_263],
    [2_000_000_000, '279037', 66_666_666],
    [20_000_000_000, '353130', 666_666_666],
  ])('at %i the code of RFC 6238 is %s', (seconds, code, step) => {
    expect(matchStep(seed, code, new Date(seconds * 1000))).toBe(step)
  })

  test('takes the codes of one step before and after, and names their step', () => {
    const code = '287082'
    const at = (seconds: number) => matchStep(seed, code, new Date(seconds * 1000))
    expect([at(0), at(29), at(30), at(59), at(60), at(89)]).toEqual([1, 1, 1, 1, 1, 1])
    expect(at(90)).toBeNull()
  })

  test.each(['', '28708', '2870822', ' 287082', '28708x', '-87082', '2.7082', '２８７０８２'])(
    'nothing matches %j',
    (code) => {
      expect(matchStep(seed, code, new Date(59_000))).toBeNull()
    },
  )
})

describe('enrolment', () => {
  test('a secret is 20 random bytes in base32', () => {
    expect(newOtpSecret()).toMatch(/^[A-Z2-7]{32}$/)
    expect(newOtpSecret()).not.toBe(newOtpSecret())
  })

  test('the address names application, account and parameters', () => {
    const uri = otpauthUri('Acme: Sign-in', 'ada+x@example.org', seed)
    const read = new URL(uri)
    expect(read.protocol).toBe('otpauth:')
    expect(decodeURIComponent(read.pathname)).toContain('ada+x@example.org')
    expect(Object.fromEntries(read.searchParams)).toEqual({
      issuer: 'Acme  Sign-in',
      secret: seed,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
  })

  test('the picture is a PNG in a data URI', async () => {
    const image = await otpQrCode(otpauthUri('Acme', 'ada@example.org', seed))
    const bytes = Buffer.from(image.replace('data:image/png;base64,', ''), 'base64')
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  })
})

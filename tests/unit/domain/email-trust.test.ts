import { describe, expect, test } from 'vitest'
import { namedEmail } from '#lib/domain/identity-providers/email-trust.ts'

const email = 'ada@firma.example'
const isProven = (preset: string, claims: object, emailTrust = 'preset') =>
  namedEmail({ preset, emailTrust }, { email, ...claims }).isProven

describe('an address that a provider names', () => {
  test.each([
    [true, true],
    ['true', true],
    ['TRUE', true],
    ['false', false],
    [false, false],
    [1, false],
    ['1', false],
    [0, false],
    ['yes', false],
    [null, false],
    [[], false],
    [{}, false],
    [undefined, false],
  ])('is proven by email_verified %j: %s', (email_verified, expected) => {
    expect(isProven('oidc', { email_verified })).toBe(expected)
    expect(isProven('gitlab', { email_verified })).toBe(expected)
  })

  test.each([
    [true, true],
    ['true', true],
    [1, true],
    ['1', true],
    [0, false],
    ['yes', false],
    [null, false],
    [undefined, false],
  ])('of Microsoft is proven by xms_edov %j: %s, never by email_verified', (xms_edov, expected) => {
    expect(isProven('microsoft', { xms_edov, email_verified: true })).toBe(expected)
  })

  test('of Google is proven for its own domain and for the company of the account', () => {
    const verified = { email_verified: true }
    expect(isProven('google', { ...verified, email: 'ada@gmail.com' })).toBe(true)
    expect(isProven('google', { ...verified, hd: 'firma.example' })).toBe(true)
    expect(isProven('google', { ...verified, hd: 'other.example' })).toBe(false)
    expect(isProven('google', verified)).toBe(false)
    expect(isProven('google', { hd: 'firma.example' })).toBe(false)
  })

  test('is proven always, or never, where an administrator says so', () => {
    expect(isProven('oidc', {}, 'always')).toBe(true)
    expect(isProven('oidc', { email_verified: true }, 'never')).toBe(false)
  })

  test.each([
    ['ADA@FIRMA.EXAMPLE', 'ada@firma.example'],
    [' ada@firma.example ', 'ada@firma.example'],
    ['ada@müller.example', 'ada@xn--mller-kva.example'],
    ['"ada"@firma.example', ''],
    ['ada', ''],
    [['ada@firma.example'], ''],
    [7, ''],
    [`${'a'.repeat(300)}@firma.example`, ''],
  ])('is read as a typed one: %j', (sent, address) => {
    const read = namedEmail({ preset: 'oidc', emailTrust: 'always' }, { email: sent })
    expect(read).toEqual({ address, isProven: address !== '' })
  })
})

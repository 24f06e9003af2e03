import { describe, expect, test } from 'vitest'
import { generatedPassword } from '#lib/base/crypto/random.ts'
import { requirePassword } from '#lib/domain/passwords/password-policy.ts'
import { passwordPolicies, passwordRule } from '#lib/domain/passwords/password-rules.ts'
import { codeOf } from '#tests/support/refusals.ts'

const owner = { email: 'grace.hopper@navy.example.org', appName: 'Harbour Desk' }
const judge = (policy: string, password: string) =>
  codeOf(() => requirePassword(policy, password, owner))

describe('each policy asks for', () => {
  test.each([
    ['none', '', 'validator.password.too_short'],
    ['none', 'a', null],
    ['none', 'password', null],
    ['low', 'kqmvzpt', 'validator.password.too_short'],
    ['low', 'kqmvzptw', null],
    ['medium', 'Kqmvzptw1', 'validator.password.too_short'],
    ['medium', 'KQMVZPTWX1', 'validator.password.lowercase_required'],
    ['medium', 'kqmvzptwx1', 'validator.password.uppercase_required'],
    ['medium', 'Kqmvzptwxy', 'validator.password.number_required'],
    ['medium', 'Kqmvzptwx1', null],
    ['high', 'Kqmvzptwx1!', 'validator.password.too_short'],
    ['high', 'Kqmvzptwxyz1', 'validator.password.special_char_required'],
    ['high', 'Kqmvzptwx 1y', null],
    ['high', 'Ключзамокдом1!', null],
    ['no such policy', 'kqmvzpt', 'validator.password.too_short'],
  ])('%s: %j → %s', (policy, password, code) => {
    expect(judge(policy, password)).toBe(code)
  })

  test('at most 128 characters, an emoji being one', () => {
    const long = '🦀k'.repeat(64)
    for (const policy of ['none', 'low']) {
      expect(judge(policy, long)).toBe(null)
      expect(judge(policy, `${long}x`)).toBe('validator.password.too_long')
    }
  })

  test('what its rule says, for pages to show', () => {
    expect(passwordPolicies.map((policy) => passwordRule(policy).minLength)).toEqual([1, 8, 10, 12])
  })
})

describe('refused as too common, by every policy but none:', () => {
  test.each([
    'password',
    'Password1',
    'PASSWORD123',
    'P@ssw0rd!',
    'passw0rd2031',
    '12345678',
    '87654321',
    '1q2w3e4r',
    'qwertyuiop',
    'Qwerty123!',
    'iloveyou2',
    'letmein!!',
    'aaaaaaaaaa',
    'abababababab',
    'abcdefghij',
    '!!!!!!!!!!!!',
    'admin@123',
    'Sunshine99',
    '１２３４５６７８',
  ])('%s', (password) => {
    expect(judge('low', password)).toBe('validator.password.too_common')
    expect(judge('none', password)).toBe(null)
  })
})

describe('refused as made of the owner’s address or the application’s name:', () => {
  test.each([
    'grace.hopper',
    'Grace.Hopper2031',
    'hopper-1906',
    'gracehopper',
    'grace.hopper@navy.example.org',
    'h0pperNavy!',
    'HarbourDesk1',
    'harbour desk',
    'Desk-Harbour-7',
  ])('%s', (password) => {
    expect(judge('low', password)).toBe('validator.password.too_common')
  })
})

describe('accepted:', () => {
  test.each([
    'Correct-horse-9',
    'Battery-staple-7',
    'a harbour full of boats',
    'hopper likes green tea',
    'tr0mbone in the fog',
    'пять зелёных лодок',
    'パスワードではない文章',
    'k9#vQ2!x',
  ])('%s', (password) => {
    expect(judge('low', password)).toBe(null)
  })

  test('what the server itself generates, by every policy', () => {
    for (let i = 0; i < 200; i++) expect(judge('high', generatedPassword())).toBe(null)
  })

  test('a long text is judged in no time', () => {
    expect(judge('low', 'ab'.repeat(64))).toBe(null)
    expect(judge('none', 'ab'.repeat(500_000))).toBe('validator.password.too_long')
  })
})

import { describe, expect, test } from 'vitest'
import {
  codeDigits,
  mailedCode,
  normalizePassword,
  withoutInvisible,
} from '#lib/base/text/typed.ts'

describe('of a typed one-time code the digits count', () => {
  test.each([
    ['123456'],
    [' 123 456 '],
    ['123-456'],
    ['12 34 56'],
    ['1 2 3 4 5 6'],
    ['123\u2013456'],
    ['123\u00a0456'],
    ['123\u3000456'],
    ['1.2.3.4.5.6'],
    ['123_456'],
    ['123456\u200b'],
    ['\u200f123\u00ad456'],
    ['\ufeff123456\r\n'],
    ['1\ufe0f\u20e32\ufe0f\u20e33\ufe0f\u20e34\ufe0f\u20e35\ufe0f\u20e36\ufe0f\u20e3'],
    ['１２３４５６'],
    ['١٢٣٤٥٦'],
    ['۱۲۳۴۵۶'],
    ['१२३४५६'],
    ['๑๒๓๔๕๖'],
    ['১২৩৪৫৬'],
    ['𝟏𝟐𝟑𝟜𝟝𝟞'],
    ['١٢３4५6'],
  ])('%j', (typed) => {
    expect(codeDigits(typed)).toBe('123456')
  })

  test.each([
    ['Your code is 123 456, valid 30 s'],
    ['Your code is 123456. It is valid for 30 seconds.'],
    ['2 new messages: 123456'],
    ['2 new messages: 123 456'],
    ['G-123456 is your code'],
    ['123456 30 s'],
    ['30 123 456'],
    ['25.11.2026: 123-456'],
    ['認証コード：１２３４５６（３０秒）'],
    ['رمزك هو ١٢٣ ٤٥٦'],
    ['123456\n654321'],
  ])('of the pasted text %j the first run of six', (pasted) => {
    expect(codeDigits(pasted)).toBe('123456')
  })

  test.each([
    ['', ''],
    ['abc', ''],
    ['12345', '12345'],
    ['1234567', '1234567'],
    ['1234 5678', '12345678'],
    ['①②③④⑤⑥', ''],
    ['½', ''],
  ])('of %j no six can be read', (typed, digits) => {
    expect(codeDigits(typed)).toBe(digits)
  })

  test('every decimal digit that the runtime can write is read', () => {
    for (const numberingSystem of Intl.supportedValuesOf('numberingSystem')) {
      const format = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false })
      const digits = format.format(9_876_543_210)
      if (/^\p{Nd}{10}$/u.test(digits)) expect(codeDigits(digits)).toBe('9876543210')
    }
  })
})

test.each([
  ['ABC123'],
  ['abc123'],
  [' abc-123 '],
  ['ABC 123'],
  ['ＡＢＣ１２３'],
  ['abc١٢٣'],
  ['\u200eABC123\u200b'],
  ['Your code is ABC 123, valid for 5 minutes'],
])('the mailed code %j is ABC123', (typed) => {
  expect(mailedCode(typed)).toBe('ABC123')
})

test.each([['ABCD123'], ['ABC1234'], ['']])('%j is no mailed code', (typed) => {
  expect(mailedCode(typed)).toBe(typed)
})

test.each([
  ['\u200fada@example.org', 'ada@example.org'],
  ['ada@example.org\u200f', 'ada@example.org'],
  ['ada@exam\u00adple.org', 'ada@example.org'],
  ['\u2066ada@example.org\u2069', 'ada@example.org'],
  ['\ufeff ada@example.org \u200b', 'ada@example.org'],
  ['\u00a0ada\u200d@example.org\u3000\n', 'ada@example.org'],
  ['a b', 'a b'],
  ['\u200b', ''],
])('of the typed %j nothing unseen is left', (typed, left) => {
  expect(withoutInvisible(typed)).toBe(left)
})

test.each([
  ['Pa\u0308sswo\u0308rter-19', 'P\u00e4ssw\u00f6rter-19'],
  ['\u1112\u1161\u11ab\u1100\u1173\u11af', '\ud55c\uae00'],
  ['e\u0323\u0302', '\u1ec7'],
  ['three\u00a0plain\u3000words', 'three plain words'],
  ['\u212bngstr\u00f6m', '\u00c5ngstr\u00f6m'],
  [' kept\u200d ', ' kept\u200d '],
  ['\uff21\ufb01', '\uff21\ufb01'],
])('the normal form of the password %j is %j', (typed, normal) => {
  expect(normalizePassword(typed)).toBe(normal)
})

import { expect, test } from 'vitest'
import { asciiDigits } from '#app/_components/otp-digits.ts'

test.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['123-456', '123456'],
  ['١٢٣٤٥٦', '123456'],
  ['۱۲۳۴۵۶', '123456'],
  ['１２３４５６', '123456'],
  ['१२३४५६', '१२३४५६'],
  ['12a456', '12a456'],
  ['', ''],
])('a typed %j is sent as %j', (typed, sent) => {
  expect(asciiDigits(typed)).toBe(sent)
})

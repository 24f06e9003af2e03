import { expect, test } from 'vitest'
import { mebibytes } from '#app/_ui/form/mebibytes.ts'
import { languages } from '#lib/i18n/languages.ts'

test.each([
  [3 * 1024 * 1024, 'en', '3'],
  [1_500_000, 'en', '1.43'],
  [1_500_000, 'de', '1,43'],
  [3 * 1024 * 1024 - 1, 'en', '2.99'],
  [1024, 'en', '0.000976'],
])('%i bytes are told in %s as %s MiB, never as more', (bytes, language, text) => {
  expect(mebibytes(bytes, language)).toBe(text)
})

test.each(languages)('a limit has a number in %s', (language) => {
  expect(mebibytes(2 * 1024 * 1024, language)).toMatch(/^\p{Nd}$/u)
})

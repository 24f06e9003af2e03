import { expect, test } from 'vitest'
import { requireField, requireNotBlank, requireOneLine } from '#lib/domain/values/validation.ts'
import { codeOf } from '#tests/support/refusals.ts'

test('an empty text is missing, white space is not', () => {
  expect(codeOf(() => requireField('', 'name'))).toBe('VALIDATION_ERROR')
  expect(codeOf(() => requireField(' ', 'name'))).toBeNull()
})

test('white space is blank', () => {
  expect(codeOf(() => requireNotBlank(' \t\n', 'name'))).toBe('VALIDATION_ERROR')
  expect(codeOf(() => requireNotBlank(' x ', 'name'))).toBeNull()
})

test('a text of one line has no line breaks', () => {
  expect(codeOf(() => requireOneLine('a\nb', 'name'))).toBe('VALIDATION_ERROR')
  expect(codeOf(() => requireOneLine('a b', 'name'))).toBeNull()
})

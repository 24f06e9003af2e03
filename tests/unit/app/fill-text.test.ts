import { expect, test } from 'vitest'
import { fillText } from '#app/_ui/text/fill-text.ts'

const changes = '{count, plural, one {# change} other {# changes}} by {name}'

test('a placeholder is filled in, and a missing value leaves nothing', () => {
  expect(fillText('Remove {name}{x}', { name: '{y}' }, 'en')).toBe('Remove {y}')
})

test('a plural takes the form of its number, written as the language writes it', () => {
  expect(fillText(changes, { count: 1, name: 'Ada' }, 'en')).toBe('1 change by Ada')
  expect(fillText(changes, { count: 1234, name: 'Ada' }, 'en')).toBe('1,234 changes by Ada')
  expect(fillText('{count, plural, two {تغييران} other {#}}', { count: 2 }, 'ar')).toBe('تغييران')
})

test('a plural without a form for the number takes the general one', () => {
  expect(fillText('{count, plural, other {# 件}}', { count: 1 }, 'ja')).toBe('1 件')
})

import { describe, expect, test } from 'vitest'
import { requireDescription } from '#lib/domain/values/descriptions.ts'
import {
  requireClientIdentifier,
  requireIdentifier,
  requireKey,
} from '#lib/domain/values/identifiers.ts'
import { codeOf } from '#tests/support/refusals.ts'

describe('the identifier rule', () => {
  test.each(['abc', 'Abc', 'a1c', 'a-c', 'a_c', 'a-_c', 'a-b_c-d', 'a'.repeat(38)])(
    'accepts %s',
    (identifier) => expect(codeOf(() => requireIdentifier(identifier))).toBeNull(),
  )

  test.each([
    ['a'.repeat(39), 'too_long'],
    ['-'.repeat(39), 'too_long'],
    ['', 'too_short'],
    ['1', 'too_short'],
    ['😀😀', 'too_short'],
    ['😀😀😀', 'invalid_format'],
    ['1bc', 'invalid_format'],
    ['_bc', 'invalid_format'],
    ['ab-', 'invalid_format'],
    ['a--b', 'invalid_format'],
    ['a__b', 'invalid_format'],
    ['a.b', 'invalid_format'],
    ['abc ', 'invalid_format'],
    ['abc\n', 'invalid_format'],
    ['ábc', 'invalid_format'],
  ])('refuses %j as %s', (identifier, code) => {
    expect(codeOf(() => requireIdentifier(identifier))).toBe(`validator.identifier.${code}`)
  })

  test('tells in no time about a long run that ends badly', () => {
    const code = codeOf(() => requireIdentifier(`${'a-'.repeat(18)}!`))
    expect(code).toBe('validator.identifier.invalid_format')
  })
})

describe('the rule of client identifiers', () => {
  test.each([
    'abc',
    'dcr-shop',
    'e5f92111-225d-460a-84e0-19c437b3a5a',
    'g5f92111-225d-460a-84e0-19c437b3a5a2',
  ])('accepts %s', (identifier) =>
    expect(codeOf(() => requireClientIdentifier(identifier))).toBeNull(),
  )

  test.each([
    ['ab', 'too_short'],
    ['a--b', 'invalid_format'],
    ['e5f92111-225d-460a-84e0-19c437b3a5a2', 'invalid_format'],
    ['E5F92111-225D-460A-84E0-19C437B3A5A2', 'invalid_format'],
  ])('refuses %j as %s', (identifier, code) => {
    expect(codeOf(() => requireClientIdentifier(identifier))).toBe(`validator.identifier.${code}`)
  })
})

test('the key rule takes one character', () => {
  expect(codeOf(() => requireKey('k'))).toBeNull()
  expect(codeOf(() => requireKey('1'))).toBe('validator.identifier.invalid_format')
  expect(codeOf(() => requireKey('k'.repeat(39)))).toBe('validator.identifier.too_long')
})

test.each([
  ['', null],
  ['😀'.repeat(100), null],
  [`'"&;`, null],
  ['d'.repeat(101), 'VALIDATION_ERROR'],
  [`${'d'.repeat(101)}<`, 'VALIDATION_ERROR'],
  ['a < b', 'validator.description.angle_brackets'],
  ['a > b', 'validator.description.angle_brackets'],
])('the description %j', (description, code) => {
  expect(codeOf(() => requireDescription(description))).toBe(code)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseParameters } from '#lib/base/text/parameters.ts'

describe('parseParameters', () => {
  test.each([
    ['a % without two hex digits', 'a=%'],
    ['a % with one hex digit', 'a=%4'],
    ['letters that are no hex digits', 'a=%zz'],
    ['escapes that are not UTF-8', 'a=%FF'],
    ['an escaped NUL', 'a=%00'],
    ['a plain NUL', 'a=\0'],
    ['more than 1,000 pairs', 'a&'.repeat(1_000)],
  ])('does not read %s', (_, text) => {
    expect(parseParameters(text)).toBeNull()
  })

  test('takes an empty value for absent, but knows that it was sent', () => {
    const parameters = parseParameters('state=&code=1')
    expect(parameters?.value('state')).toBeUndefined()
    expect(parameters?.present('state')).toBe(true)
    expect(parameters?.sent('state')).toBe('')
    expect(parameters?.present('nonce')).toBe(false)
  })

  test('names what was sent more than once, whatever its escapes, in that order', () => {
    const parameters = parseParameters('b=1&a=1&%61=1&b=2&a=3')
    expect(parameters?.repeated).toEqual(['a', 'b'])
    expect(parameters?.value('a')).toBe('1')
  })

  test('reads 1,000 pairs', () => {
    const text = Array.from({ length: 1_000 }, (_, i) => `p${i}=${i}`).join('&')
    expect(parseParameters(text)?.names).toHaveLength(1_000)
  })

  test('takes a ? at the beginning for a part of the first name', () => {
    expect(parseParameters('?code=1&state=2')?.names).toEqual(['?code', 'state'])
  })

  test('gives back every text that a form can carry', () => {
    const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0'))
    fc.assert(
      fc.property(text, (value) => {
        const sent = new URLSearchParams({ value }).toString()
        expect(parseParameters(sent)?.sent('value')).toBe(value)
      }),
    )
  })
})

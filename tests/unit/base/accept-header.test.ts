import { describe, expect, test } from 'vitest'
import { acceptedEncodings, acceptedLanguages } from '#lib/base/network/accept-header.ts'

describe('accepted languages', () => {
  test.each([
    ['', []],
    [' , ;q=1', []],
    ['de', ['de']],
    ['de, en;q=0.8, fr;q=0.9', ['de', 'fr', 'en']],
    ['de, en;q=0', ['de']],
    ['a;q=0.5, b;q=0.5', ['a', 'b']],
    ['a;q=0.30000001, b;Q=0.4', ['b', 'a']],
    ['de ; q=0 , pt-BR ; q=0.5', ['pt-BR']],
  ])('of "%s" are %j', (header, tags) => expect(acceptedLanguages(header)).toEqual(tags))

  test.each(['abc', '-1', 'NaN'])('leave out an entry with the malformed weight "%s"', (weight) =>
    expect(acceptedLanguages(`de;q=${weight}, en;q=0.1`)).toEqual(['en']),
  )

  test('are read from 1,024 characters without the entry that is cut', () => {
    const before = 'x'.repeat(1_014)
    // The weight that refuses it is beyond the limit.
    expect(acceptedLanguages(`${before}, abcd;q=0`)).toEqual([before])
    expect(acceptedLanguages(`${before},abcd;q=1`)).toEqual([before, 'abcd'])
    expect(acceptedLanguages('x'.repeat(1_100))).toEqual([])
  })

  test('are bounded for a header of the largest size', () => {
    expect(acceptedLanguages('x,'.repeat(16_000)).length).toBeLessThanOrEqual(512)
  })
})

test.each([
  ['', ['identity']],
  ['gzip, br;q=0', ['gzip', 'identity']],
  ['BR;q=0.5, gzip', ['gzip', 'BR', 'identity']],
])('accepted encodings of "%s" are %j', (header, codings) =>
  expect(acceptedEncodings(header)).toEqual(codings),
)

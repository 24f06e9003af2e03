import { describe, expect, test } from 'vitest'
import { acceptedNames } from '#lib/kernel/accept-header.ts'

describe('what a client accepts', () => {
  test.each([
    ['', []],
    [' , ;q=1', []],
    ['br', ['br']],
    ['de, en;q=0.8, fr;q=0.9', ['de', 'fr', 'en']],
    ['gzip, br;q=0', ['gzip']],
    ['a;q=0.5, b;q=0.5', ['a', 'b']],
    ['a;q=0.30000001, b;Q=0.4', ['b', 'a']],
    ['br ; q=0 , gzip ; q=0.5', ['gzip']],
  ])('by "%s" are %j', (header, names) => expect(acceptedNames(header)).toEqual(names))

  test.each(['abc', '2', '-1', '1.001', 'NaN', 'Infinity', ''])(
    'is not what has the malformed weight "%s"',
    (weight) => expect(acceptedNames(`br;q=${weight}, gzip;q=0.1`)).toEqual(['gzip']),
  )

  test('is read in 1,024 characters, of which an entry that is cut says nothing', () => {
    const before = 'x'.repeat(1_014)
    // The weight that refuses it is beyond the limit.
    expect(acceptedNames(`${before}, gzip;q=0`)).toEqual([before])
    expect(acceptedNames(`${before},gzip;q=1`)).toEqual([before, 'gzip'])
    expect(acceptedNames('x'.repeat(1_100))).toEqual([])
  })

  test('costs no more for a header as long as a server takes', () => {
    expect(acceptedNames('x,'.repeat(16_000)).length).toBeLessThanOrEqual(512)
  })
})

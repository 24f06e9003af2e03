import { describe, expect, test } from 'vitest'
import { acceptedNames } from '#lib/kernel/accepted.ts'

describe('what a client accepts', () => {
  test.each([
    ['', []],
    [' , ;q=1', []],
    ['br', ['br']],
    ['de, en;q=0.8, fr;q=0.9', ['de', 'fr', 'en']],
    ['gzip, br;q=0', ['gzip']],
    ['a;q=0.5, b;q=0.5', ['a', 'b']],
  ])('by "%s" are %j', (header, names) => expect(acceptedNames(header)).toEqual(names))

  test('is read in 256 characters, of which an entry that is cut says nothing', () => {
    const before = 'x'.repeat(246)
    // The weight that refuses it stands beyond the end.
    expect(acceptedNames(`${before}, gzip;q=0`)).toEqual([before])
    expect(acceptedNames(`${before},gzip;q=1`)).toEqual([before, 'gzip'])
    expect(acceptedNames('x'.repeat(300))).toEqual([])
  })

  test('costs no more for a header as long as a server takes', () => {
    expect(acceptedNames('x,'.repeat(16_000)).length).toBeLessThanOrEqual(128)
  })
})

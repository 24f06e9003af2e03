import { describe, expect, it } from 'vitest'
import { occursMoreThan, setBounded } from '#lib/kernel/bounded.ts'

describe('setBounded', () => {
  const setAll = (most: number, keys: string) => {
    const map = new Map<string, number>()
    for (const [index, key] of [...keys].entries()) setBounded(map, most, key, index)
    return [...map.keys()].join('')
  }

  it.each([
    ['keeps all while there is room', 3, 'abc', 'abc'],
    ['forgets the oldest for one too many', 3, 'abcd', 'bcd'],
    ['forgets one for each', 3, 'abcdef', 'def'],
    ['forgets nothing when a key is set again', 3, 'abcbca', 'abc'],
    ['counts the age from the first time that a key was set', 3, 'abcad', 'bcd'],
    ['keeps the newest where one may stay', 1, 'ab', 'b'],
  ])('%s', (_, most, keys, kept) => {
    expect(setAll(most, keys)).toBe(kept)
  })

  it('keeps the value that was set last', () => {
    const map = new Map([['a', 1]])
    setBounded(map, 1, 'a', 2)
    expect([...map]).toEqual([['a', 2]])
  })
})

describe('occursMoreThan', () => {
  it.each([
    [2, 'a&b&c', false],
    [1, 'a&b&c', true],
    [0, '', false],
    [1, '&&&', true],
  ])('more than %i in %j: %s', (most, text, expected) => {
    expect(occursMoreThan(most, text, '&')).toBe(expected)
  })
})

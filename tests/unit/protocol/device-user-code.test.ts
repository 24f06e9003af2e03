import { describe, expect, test } from 'vitest'
import { readUserCode, withHyphen } from '#lib/protocol/device/user-code.ts'

const code = { kind: 'code', letters: 'BCDFGHJK' }

describe('a code counts as it is meant', () => {
  test.each([
    'BCDF-GHJK',
    'bcdfghjk',
    ' bcdf ghjk ',
    'BCDF–GHJK',
    'b.c.d.f.g.h.j.k',
    'ＢＣＤＦＧＨＪＫ',
    'ВСDF-GНJК',
    'всdf-gнjк',
    'ΒCDF GΗJΚ',
  ])('%s', (typed) => {
    expect(readUserCode(typed)).toEqual(code)
  })

  test('in every letter of other scripts that looks the same', () => {
    expect(readUserCode('ВСНКМРТХ')).toEqual({ kind: 'code', letters: 'BCHKMPTX' })
    expect(readUserCode('ΒΗΚΜΝΡΤΧ')).toEqual({ kind: 'code', letters: 'BHKMNPTX' })
    expect(readUserCode('ΖΖΖΖZZZZ')).toEqual({ kind: 'code', letters: 'ZZZZZZZZ' })
  })
})

describe('anything else is no code', () => {
  test.each([
    ['', false],
    ['BCDF', false],
    ['BCDF-GHJ0', false],
    ['BCDF-GHJA', false],
    ['BCDF-GHJК-L', false],
    ['BCDF-GHJK-0', true],
    ['ABCDFGHJK', true],
    ['яBCDFGHJK', true],
    ['\0'.repeat(9), false],
    ['B'.repeat(65), false],
  ])('%j, a guess: %s', (typed, isGuess) => {
    expect(readUserCode(typed)).toEqual({ kind: 'malformed', isGuess })
  })
})

test('people read it in two halves', () => {
  expect(withHyphen('BCDFGHJK')).toBe('BCDF-GHJK')
})

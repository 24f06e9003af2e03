import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  codePoints,
  conformDescription,
  cutBytes,
  cutCodePoints,
  isOneLine,
  occursMoreThan,
  withoutFinalSlashes,
} from '#lib/base/text/text.ts'

describe('conformDescription', () => {
  it.each([
    ['plain text.', 'plain text.'],
    ['a "quoted" \\ text', 'a ?quoted? ? text'],
    ['tab\tand\nline', 'tab?and?line'],
    ['é😀ü', '???'],
    ['\u007f\u0000~ !', '??~ !'],
    ['\ud800x', '?x'],
  ])('%j becomes %j', (text, conforming) => {
    expect(conformDescription(text)).toBe(conforming)
  })

  it('cuts to exactly 512 bytes that end in dots, and only what is longer', () => {
    expect(conformDescription('x'.repeat(512))).toBe('x'.repeat(512))
    expect(conformDescription('x'.repeat(513))).toBe(`${'x'.repeat(509)}...`)
    expect(conformDescription('😀'.repeat(513))).toBe(`${'?'.repeat(509)}...`)
  })

  it('gives only allowed bytes, at most 512, and changes nothing the second time', () => {
    const text = fc.string({ unit: 'binary', maxLength: 700 })
    fc.assert(
      fc.property(text, (any) => {
        const once = conformDescription(any)
        expect(once).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]{0,512}$/)
        expect(conformDescription(once)).toBe(once)
      }),
    )
  })
})

describe('one line', () => {
  it.each(['', 'Acme & Söhne', 'שלום \u{1f600}', 'a\u00a0b', 'a\u200db'])('%j is one', (text) => {
    expect(isOneLine(text)).toBe(true)
  })

  it.each(['\n', '\r', '\t', '\0', '\x1f', '\x7f', '\x80', '\x85', '\x9f', '\u2028', '\u2029'])(
    '%j is in none',
    (character) => expect(isOneLine(`a${character}b`)).toBe(false),
  )
})

describe('lengths', () => {
  it('counts code points', () => {
    expect(codePoints('')).toBe(0)
    expect(codePoints('aé😀')).toBe(3)
  })

  it('cuts between code points', () => {
    expect(cutCodePoints('a😀b', 2)).toBe('a😀')
    expect(cutCodePoints('abc', 5)).toBe('abc')
  })

  it('cuts at bytes between code points', () => {
    expect(cutBytes('aé😀b', 8)).toBe('aé😀b')
    expect(cutBytes('aé😀b', 7)).toBe('aé😀')
    expect(cutBytes('aé😀b', 6)).toBe('aé')
    expect(cutBytes('aé😀b', 2)).toBe('a')
  })

  it('a cut at bytes is the longest beginning that fits', () => {
    const text = fc.string({ unit: 'grapheme-composite' })
    fc.assert(
      fc.property(text, fc.nat(60), (any, max) => {
        const characters = [...any]
        let fitting = ''
        while (Buffer.byteLength(fitting + (characters[0] ?? '')) <= max && characters.length > 0) {
          fitting += characters.shift()
        }
        expect(cutBytes(any, max)).toBe(fitting)
      }),
    )
  })

  it('a cut is the longest beginning that fits', () => {
    const text = fc.string({ unit: 'grapheme-composite' })
    fc.assert(
      fc.property(text, fc.nat(40), (any, max) => {
        expect(cutCodePoints(any, max)).toBe([...any].slice(0, max).join(''))
      }),
    )
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

describe('withoutFinalSlashes', () => {
  it.each([
    ['https://a.example', 'https://a.example'],
    ['https://a.example//', 'https://a.example'],
    ['//a//b/', '//a//b'],
    ['///', ''],
    ['', ''],
  ])('%j becomes %j', (text, rest) => {
    expect(withoutFinalSlashes(text)).toBe(rest)
  })
})

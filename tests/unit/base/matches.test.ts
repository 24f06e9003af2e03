import { expect, test } from 'vitest'
import { markedParts, rankOf } from '#lib/base/text/matches.ts'

test.each([
  ['zoe muller', ['Zoë Müller', 'zm@example.org'], 0],
  ['zoe', ['Zoë Müller'], 1],
  ['mul zo', ['Zoë Müller'], 2],
  ['example', ['Zoë Müller', 'zm@example.org'], 2],
  ['straw', ['Administration', 'Red straws'], 2],
  ['ller', ['Zoë Müller'], 3],
])('%s ranks among %s as %d', (typed, names, rank) => {
  expect(rankOf(names, typed)).toBe(rank)
})

const marked = (text: string, typed: string) =>
  markedParts(text, typed)
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('')

test.each([
  ['Zoë Müller', 'zoe mul', '[Zoë] [Mül]ler'],
  ['Straße', 'strasse', '[Straße]'],
  ['Zoe\u0308 M', 'zoe', '[Zoe\u0308] M'],
  ['Graph (old)', '(old', 'Graph [(old])'],
  ['😀 emoji', 'emoji', '😀 [emoji]'],
  ['remarkable ark', 'ark', 'remarkable [ark]'],
  ['nothing', 'zz', 'nothing'],
  ['all', '', 'all'],
])('in %s, %s is marked: %s', (text, typed, expected) => {
  expect(marked(text, typed)).toBe(expected)
})

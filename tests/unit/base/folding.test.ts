import { expect, test } from 'vitest'
import { foldText, hasWords } from '#lib/base/text/folding.ts'

test.each([
  ['ÅKERSTRÖM', 'akerstrom'],
  ['Strauẞ', 'strauss'],
  ['Łódź', 'lodz'],
  ['ＡＢＣ', 'abc'],
  ['ﬁn', 'fin'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['が', 'が'],
  ['रीना', 'रीना'],
  ['plain ascii_%`', 'plain ascii_%`'],
])('%j is compared as %j, whatever its form', (text, folded) => {
  expect(foldText(text)).toBe(folded)
  expect(foldText(text.normalize('NFD'))).toBe(folded)
})

test.each([
  ['north-team École', 'ecole NORTH', true],
  ['north-team École', ' \u200fecole ', true],
  ['north-team École', '', true],
  ['north-team École', 'ecole south', false],
])('%j has the words %j: %s', (text, typed, has) => {
  expect(hasWords(text, typed)).toBe(has)
})

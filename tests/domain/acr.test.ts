import { expect, test } from 'vitest'
import {
  acrLevels,
  chooseTargetAcr,
  defaultAcr,
  higherAcr,
  isAcrLevel,
  isAtLeast,
} from '#lib/domain/acr.ts'

const [level1, optional, mandatory] = acrLevels

test('levels are ordered: level 1, optional level 2, mandatory level 2', () => {
  for (const [i, a] of acrLevels.entries()) {
    for (const [j, b] of acrLevels.entries()) {
      expect(isAtLeast(a, b)).toBe(i >= j)
      expect(higherAcr(a, b)).toBe(i >= j ? a : b)
    }
  }
})

test('the name of a level is exact', () => {
  expect(isAcrLevel(mandatory)).toBe(true)
  expect(isAcrLevel(level1.toUpperCase())).toBe(false)
  expect(isAcrLevel('toString')).toBe(false)
})

test.each([
  ['the first known value of the list is the target', `${mandatory} ${level1}`, mandatory],
  ['the weakest one too, when it comes first', `${level1} ${mandatory}`, level1],
  ['unknown values are skipped', `urn:mace:silver  ${optional}\t${level1}`, optional],
  ['only blanks, tabs and line ends part them', `${mandatory}\u00a0${level1}`, optional],
  ['without any known value the client decides', 'urn:mace:silver', optional],
  ['without the parameter the client decides', undefined, optional],
])('acr_values: %s', (_, acrValues, target) => {
  expect(chooseTargetAcr(acrValues, optional, false)).toBe(target)
})

test.each([
  ['no lower level than the client’s', level1, optional],
  ['a higher one', mandatory, mandatory],
  ['the client’s own', undefined, optional],
])('whoever asks for this server’s own APIs gets %s', (_, acrValues, target) => {
  expect(chooseTargetAcr(acrValues, optional, true)).toBe(target)
})

test('a stored default that names no level never weakens a sign-in', () => {
  expect(defaultAcr('damaged')).toBe(mandatory)
  expect(defaultAcr(level1)).toBe(level1)
  expect(chooseTargetAcr(undefined, 'damaged', false)).toBe(mandatory)
  expect(chooseTargetAcr(level1, 'damaged', false)).toBe(level1)
  expect(chooseTargetAcr(level1, 'damaged', true)).toBe(mandatory)
})

import { expect, test } from 'vitest'
import {
  acrLevels,
  chooseTargetAcr,
  defaultAcr,
  higherAcr,
  isAcrLevel,
  isAtLeast,
} from '#lib/domain/sign-in/acr.ts'

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
  ['only the first known one counts', `${optional} ${mandatory}`, optional],
  ['a request never lowers the level of the client', level1, optional],
  ['nor does a list that begins low', `${level1} ${mandatory}`, optional],
  ['unknown values are skipped', `urn:mace:silver  ${optional}\t${level1}`, optional],
  ['only blanks, tabs and line ends part them', `${mandatory}\u00a0${level1}`, optional],
  ['the name of a level is exact', mandatory.toUpperCase(), optional],
  ['without any known value the client decides', 'urn:mace:silver', optional],
  ['an empty list is none', '', optional],
  ['without the parameter the client decides', undefined, optional],
])('acr_values: %s', (_, acrValues, target) => {
  expect(chooseTargetAcr(acrValues, optional)).toBe(target)
})

test('whatever is asked for, the target is the higher of it and the default', () => {
  for (const asked of acrLevels)
    for (const level of acrLevels)
      expect(chooseTargetAcr(asked, level)).toBe(higherAcr(asked, level))
})

test('a stored default that names no level never weakens a sign-in', () => {
  expect(defaultAcr('damaged')).toBe(mandatory)
  expect(defaultAcr(level1)).toBe(level1)
  expect(chooseTargetAcr(undefined, 'damaged')).toBe(mandatory)
  expect(chooseTargetAcr(level1, 'damaged')).toBe(mandatory)
})

import { expect, test } from 'vitest'
import { initialsOf, tintOf } from '#app/_ui/text/initials.ts'

test.each([
  ['Zoë', 'Müller', 'ZM'],
  ['łukasz', 'nowak', 'ŁN'],
  ['伟', '王', '王'],
  ['', 'Lovelace', 'L'],
  ['', '', 'K'],
  ['👩🏽‍🚀 Ada', '', '👩🏽‍🚀'],
])('the initials of “%s %s” are %s', (givenName, familyName, initials) => {
  expect(initialsOf({ givenName, familyName }, 'kiosk@example.org')).toBe(initials)
})

test('an id has always the same one of eight tints', () => {
  const tints = Array.from({ length: 200 }, (_, id) => tintOf(`user-${id}`))
  expect(new Set(tints)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7]))
  expect(tintOf('user-7')).toBe(tintOf('user-7'))
})

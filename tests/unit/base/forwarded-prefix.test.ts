import { expect, test } from 'vitest'
import { hasForwardedPrefix } from '#lib/base/network/forwarded-prefix.ts'

test.each([
  ['/auth', true],
  [' /auth ', true],
  ['/', false],
  ['', false],
  [null, false],
])('the prefix %j is a removed part of the path: %s', (prefix, isOne) => {
  expect(hasForwardedPrefix({ get: () => prefix })).toBe(isOne)
})

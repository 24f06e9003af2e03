import { expect, test } from 'vitest'
import { isStorableMoment } from '#lib/base/time/storable-moment.ts'

test.each([
  ['0001-01-01T00:00:00.000Z', true],
  ['9999-12-31T23:59:59.999Z', true],
  ['0000-12-31T23:59:59.999Z', false],
  ['0001-01-01T00:00:00+00:01', false],
  ['9999-12-31T23:59:59-00:01', false],
  ['+010000-01-01T00:00:00Z', false],
  ['no time', false],
])('the databases take %s: %s', (text, isTaken) => {
  expect(isStorableMoment(new Date(text))).toBe(isTaken)
})

import { expect, test } from 'vitest'
import { sessionFilterOf, sessionPlaceOf } from '#app/admin/sessions/_parts/session-filter.ts'

test.each([
  [
    { user: '7', application: '8', address: ' 192.0.2.9 ' },
    { userId: 7, clientId: 8, ipAddress: '192.0.2.9' },
  ],
  [{ user: '0', application: 'x', address: ' ' }, {}],
  [{ address: '192.0.2.9\0' }, {}],
])('the filter of %j: what the API would refuse counts as absent', (values, filter) => {
  expect(sessionFilterOf(values)).toEqual(filter)
})

test.each([
  ['1772494200000-12', '1772494200000-12'],
  ['253402300800000-1', ''],
  ['99999999999999999999-1', ''],
  ['1772494200000', ''],
  [['1-1', '2-2'], ''],
  [undefined, ''],
])('the place %j of the list is %j: any other one is the first page', (after, place) => {
  expect(sessionPlaceOf({ after })).toBe(place)
})

import { expect, test } from 'vitest'
import { barsOf, niceTop } from '#app/admin/dashboard/bars.ts'

/** Hours from a moment on, each with one sign-in. */
function hoursFrom(start: string, count: number) {
  const first = Date.parse(start)
  return Array.from({ length: count }, (_, index) => ({
    hour: new Date(first + index * 3_600_000).toISOString(),
    signIns: 1,
    refused: index === 0 ? 2 : 0,
  }))
}

test('a day begins at midnight of the visitor’s zone', () => {
  const hours = hoursFrom('2026-03-02T12:00:00Z', 24)
  expect(barsOf(hours, 24, 'Asia/Tokyo')).toEqual([
    { start: '2026-03-02T12:00:00.000Z', day: '2026-03-02', signIns: 3, refused: 2 },
    { start: '2026-03-02T15:00:00.000Z', day: '2026-03-03', signIns: 21, refused: 0 },
  ])
})

test.each([
  ['of 23 hours', '2026-03-28T23:00:00Z', 23],
  ['of 25 hours', '2026-10-24T22:00:00Z', 25],
])('a day %s is one bar', (_, start, count) => {
  const bars = barsOf(hoursFrom(start, count), 24, 'Europe/Berlin')
  expect(bars.map(({ signIns }) => signIns)).toEqual([count])
})

test('three hours are one bar', () => {
  const bars = barsOf(hoursFrom('2026-03-02T00:00:00Z', 24), 3, 'UTC')
  expect(bars.map(({ signIns }) => signIns)).toEqual(Array.from({ length: 8 }, () => 3))
})

test.each([
  [0, 2],
  [3, 4],
  [11, 20],
  [170, 200],
])('the axis for %d ends at %d', (most, top) => {
  expect(niceTop(most)).toBe(top)
})

import { expect, test } from 'vitest'
import { namedDays } from '#app/account/activity/named-days.ts'

const texts = { today: 'Today', yesterday: 'Yesterday' }

function named(now: string, timeZone: string, ...times: readonly string[]) {
  const entries = times.map((createdAt) => ({ createdAt }))
  const days = namedDays(entries, { language: 'en-GB', timeZone, now: new Date(now), texts })
  return days.map(({ name, entries: ofDay }) => [name, ofDay.length])
}

test('entries stand under the day that they have in the zone of their times', () => {
  const times = ['2026-03-14T23:30:00Z', '2026-03-14T16:00:00Z', '2026-03-14T14:00:00Z']
  const now = '2026-04-14T12:00:00Z'
  expect(named(now, 'UTC', ...times)).toEqual([['14 March', 3]])
  expect(named(now, 'Asia/Tokyo', ...times)).toEqual([
    ['15 March', 2],
    ['14 March', 1],
  ])
})

test.each([
  ['a day of 23 hours', '2026-03-29T22:30:00Z', '2026-03-29T12:00:00Z'],
  ['before a day of 23 hours', '2026-03-29T21:30:00Z', '2026-03-28T12:00:00Z'],
  ['before a day of 25 hours', '2026-10-25T22:30:00Z', '2026-10-24T12:00:00Z'],
])('yesterday is the calendar day before, also where it is %s', (_, now, yesterday) => {
  expect(named(now, 'Europe/Berlin', now, yesterday)).toEqual([
    ['Today', 1],
    ['Yesterday', 1],
  ])
})

import { describe, expect, test } from 'vitest'
import otherNames from '#lib/domain/data/other-time-zones.json' with { type: 'json' }
import { isTimeZone, timeZones } from '#lib/domain/users/time-zones.ts'

describe('a time zone is', () => {
  test.each([
    'America/Argentina/Buenos_Aires',
    'Asia/Kolkata',
    'Asia/Calcutta',
    'Etc/UTC',
    'UTC',
    'GMT',
    'Etc/GMT+3',
    'US/Pacific',
    'Europe/Nicosia',
    'Europe/Belfast',
    'Canada/Eastern',
    'Japan',
    'Singapore',
  ])('every name of the tz database, links and zones of no country included: %s', (name) => {
    expect(isTimeZone(name)).toBe(true)
  })

  test.each([
    '',
    'etc/utc',
    'US/pacific',
    'JAPAN',
    'Factory',
    'posixrules',
    '+03:00',
    'Mars/Olympus',
  ])('not: “%s”', (name) => expect(isTimeZone(name)).toBe(false))

  test('a name that the runtime can reckon with', () => {
    for (const timeZone of [...otherNames, ...timeZones().map(({ zone }) => zone)]) {
      expect(() => new Intl.DateTimeFormat('en', { timeZone }), timeZone).not.toThrow()
    }
  })
})

test('the list to choose from has no other names', () => {
  const listed = new Set(timeZones().map(({ zone }) => zone))
  expect(otherNames.filter((name) => listed.has(name))).toEqual([])
})

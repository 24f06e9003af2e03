import { describe, expect, test } from 'vitest'
import { endOfDay, isDay, startOfDay } from '#app/_ui/text/zone-days.ts'

describe('a day in a zone', () => {
  test('begins at its midnight there and ends where the next begins', () => {
    expect(startOfDay('2026-03-14', 'Europe/Lisbon')?.toISOString()).toBe(
      '2026-03-14T00:00:00.000Z',
    )
    expect(endOfDay('2026-03-29', 'Europe/Berlin')?.toISOString()).toBe('2026-03-29T22:00:00.000Z')
  })

  test.each([
    ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z'],
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
    ['Atlantic/Azores', '2026-03-29', '2026-03-29T01:00:00.000Z'],
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
  ])('begins at one o’clock where the clocks skip midnight: in %s on %s', (zone, day, start) => {
    expect(startOfDay(day, zone)?.toISOString()).toBe(start)
    const before = new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString()
    expect(endOfDay(before.slice(0, 10), zone)?.toISOString()).toBe(start)
  })

  test.each([
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
    ['Africa/Cairo', '2026-10-29', '2026-10-28T21:00:00.000Z', '2026-10-29T22:00:00.000Z'],
  ])('has 25 hours where midnight or the hour before comes twice: in %s on %s', (...expected) => {
    const [zone, day, start, end] = expected
    expect(startOfDay(day, zone)?.toISOString()).toBe(start)
    expect(endOfDay(day, zone)?.toISOString()).toBe(end)
  })

  test.each(['0000-01-01', '2026-13-01', 'today', ''])('%j is no day', (day) => {
    expect(isDay(day)).toBe(false)
    expect(startOfDay(day, 'UTC')).toBeNull()
    expect(endOfDay(day, 'UTC')).toBeNull()
  })

  test('whose beginning is outside the years 1 to 9999 does not count', () => {
    expect(startOfDay('9999-12-31', 'UTC')).not.toBeNull()
    expect(startOfDay('0001-01-01', 'Pacific/Auckland')).toBeNull()
    expect(endOfDay('9999-12-31', 'UTC')).toBeNull()
  })
})

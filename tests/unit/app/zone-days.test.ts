import { describe, expect, test } from 'vitest'
import { endOfDay, isDay, startOfDay } from '#app/_ui/text/zone-days.ts'

describe('a day in a zone', () => {
  test('begins at its midnight there and ends where the next begins', () => {
    expect(startOfDay('2026-03-14', 'Europe/Lisbon')?.toISOString()).toBe(
      '2026-03-14T00:00:00.000Z',
    )
    expect(endOfDay('2026-03-29', 'Europe/Berlin')?.toISOString()).toBe('2026-03-29T22:00:00.000Z')
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

import { describe, expect, test } from 'vitest'
import { exactText, timeText, timeTitle, utcText } from '#app/_ui/text/time-text.ts'

const now = new Date('2026-11-26T09:24:03Z')
const texts = { justNow: 'just now', yesterday: (time: string) => `Yesterday ${time}` }

function inBerlin(time: string, language = 'en-GB'): string {
  return timeText(new Date(time), { language, zone: 'Europe/Berlin', now }, texts)
}

describe('a time is relative for seven days, then a date:', () => {
  test.each([
    ['2026-11-26T09:24:00Z', 'just now'],
    // The browser's clock is 40 seconds behind.
    ['2026-11-26T09:24:43Z', 'just now'],
    ['2026-11-26T09:06:03Z', '18 minutes ago'],
    ['2026-11-26T06:00:00Z', '3 hours ago'],
    // Still today in Berlin, though yesterday in UTC.
    ['2026-11-25T23:10:00Z', '10 hours ago'],
    ['2026-11-25T07:12:00Z', 'Yesterday 08:12'],
    ['2026-11-23T12:00:00Z', '3 days ago'],
    ['2026-11-19T12:00:00Z', '19 Nov'],
    ['2025-03-14T12:00:00Z', '14 Mar 2025'],
    // A clock that is ahead of the browser's.
    ['2026-11-27T12:00:00Z', '27 Nov'],
  ])('%s', (time, text) => {
    expect(inBerlin(time)).toBe(text)
  })
})

test('a time in UTC names its zone', () => {
  expect(utcText(now, 'en-GB')).toBe('26 Nov 2026, 09:24 UTC')
})

test('the tooltip has the exact time of the visitor’s zone and of UTC', () => {
  const view = { language: 'en-GB', zone: 'Europe/Berlin' }
  expect(timeTitle(now, view)).toBe('26 November 2026 at 10:24:03 CET · 09:24:03 UTC')
  expect(timeTitle(now, { ...view, zone: 'UTC' })).toBe('26 November 2026 at 09:24:03 UTC')
})

test('an exact time has seconds and its zone', () => {
  expect(exactText(now, { language: 'en-GB', zone: 'UTC' })).toBe('26 Nov 2026, 09:24:03 UTC')
})

import { describe, expect, test } from 'vitest'
import { readHidden, withHidden } from '#app/admin/dashboard/hidden.ts'
import { addSeconds, daySeconds } from '#lib/base/time/clock.ts'

const now = new Date('2026-11-26T12:00:00Z')
const inDays = (days: number) => addSeconds(now, days * daySeconds)

describe('what the dashboard hides in a browser', () => {
  test('a note stays hidden for thirty days', () => {
    const value = withHidden('', 'key_old', now)
    expect(readHidden(value, now)).toEqual(['key_old'])
    expect(readHidden(value, inDays(29))).toEqual(['key_old'])
    expect(readHidden(value, inDays(30))).toEqual([])
  })

  test('a further note keeps the others, and the same one begins again', () => {
    const first = withHidden('', 'key_old', now)
    const both = withHidden(first, 'mail_off', inDays(10))
    expect(readHidden(both, inDays(35))).toEqual(['mail_off'])
    expect(readHidden(withHidden(both, 'key_old', inDays(20)), inDays(45))).toEqual(['key_old'])
  })

  test.each(['', '.', 'key_old', 'key_old-x', 'KEY-99999', 'key_old-99999999', '-', '<b>-20800'])(
    'what cannot be read counts as absent: %s',
    (value) => expect(readHidden(value, now)).toEqual([]),
  )

  test('the value stays short', () => {
    let value = ''
    for (let i = 0; i < 50; i++) value = withHidden(value, `note_${'x'.repeat(i % 20)}`, now)
    expect(value.length).toBeLessThan(1_000)
  })
})

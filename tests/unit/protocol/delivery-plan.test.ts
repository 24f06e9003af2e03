import { describe, expect, test } from 'vitest'
import { afterAttempt, claimedUntil, isOver } from '#lib/protocol/logout/delivery-plan.ts'

const now = new Date('2026-11-26T12:00:00Z')
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const giveUpAt = inSeconds(24 * 3600)
const answered = (status: number, retryAfterSeconds: number | null = null) =>
  ({ outcome: 'answered', status, retryAfterSeconds }) as const
const unanswered = { outcome: 'timeout', status: 0, retryAfterSeconds: null } as const
const planned = (delivery: Parameters<typeof afterAttempt>[2], attempts = 1, random = 0.5) =>
  afterAttempt(now, { attempts, giveUpAt }, delivery, random)

test.each([200, 202, 204, 299])('status %i is a delivery', (status) => {
  expect(planned(answered(status))).toBe('delivered')
})

test.each([301, 302, 303, 307, 308, 400, 401, 403, 404, 410])('status %i is final', (status) => {
  expect(planned(answered(status))).toBe('failed')
})

test('a refused address is final', () => {
  expect(planned({ ...unanswered, outcome: 'refused_address' })).toBe('failed')
})

test.each([408, 425, 429, 500, 502, 503, 599])('status %i is tried again', (status) => {
  expect(planned(answered(status))).toEqual(inSeconds(5))
})

describe('without an answer', () => {
  test.each([
    [1, 5],
    [2, 30],
    [3, 120],
    [4, 600],
    [5, 1800],
    [6, 3600],
    [7, 3 * 3600],
    [8, 6 * 3600],
    [20, 6 * 3600],
  ])('the pause after attempt %i is %i seconds', (attempts, seconds) => {
    expect(planned(unanswered, attempts)).toEqual(inSeconds(seconds))
  })

  test('pauses differ by up to 20 percent', () => {
    expect(planned(unanswered, 2, 0)).toEqual(inSeconds(24))
    expect(planned(unanswered, 2, 1)).toEqual(inSeconds(36))
  })

  test('it is given up when the next attempt would come too late', () => {
    const soon = { attempts: 3, giveUpAt: inSeconds(119) }
    expect(afterAttempt(now, soon, unanswered, 0.5)).toBe('failed')
    expect(afterAttempt(now, { ...soon, giveUpAt: inSeconds(120) }, unanswered, 0.5)).toEqual(
      inSeconds(120),
    )
  })
})

test('Retry-After is obeyed up to an hour, and never shortens a pause', () => {
  expect(planned(answered(429, 90))).toEqual(inSeconds(90))
  expect(planned(answered(503, 1))).toEqual(inSeconds(5))
  expect(planned(answered(503, 999_999))).toEqual(inSeconds(3600))
})

test('the notification of a process that died is due again after a minute', () => {
  expect(claimedUntil(now)).toEqual(inSeconds(60))
})

describe('without another attempt', () => {
  test('a notification is given up when its time is over', () => {
    expect(isOver(giveUpAt, { attempts: 1, giveUpAt })).toBe(false)
    expect(isOver(inSeconds(24 * 3600 + 1), { attempts: 1, giveUpAt })).toBe(true)
  })

  test('one that nobody tried is given up a day later', () => {
    expect(isOver(inSeconds(48 * 3600), { attempts: 0, giveUpAt })).toBe(false)
    expect(isOver(inSeconds(48 * 3600 + 1), { attempts: 0, giveUpAt })).toBe(true)
  })
})

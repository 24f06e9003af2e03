import { describe, expect, test } from 'vitest'
import * as users from '#lib/api/contract/admin/users.ts'
import { Unavailable, type UnavailableReason } from '#lib/base/errors/errors.ts'
import type { Log } from '#lib/base/log/log.ts'
import { apiFailure } from '#lib/http/api-failures.ts'
import { failureOutcome } from '#lib/http/failures.ts'

/** A request's context whose log collects warnings. */
function listening() {
  const records: Record<string, unknown>[] = []
  const log = { warn: (record: Record<string, unknown>) => records.push(record) } as unknown as Log
  return { ctx: { log, requestId: 'the-request' }, records }
}

const reasons: UnavailableReason[] = ['busy', 'database', 'left']

describe('a request that cannot be served now', () => {
  test.each(reasons)('is told so with a time for another try: %s', (reason) => {
    const error = new Unavailable(reason, 7)
    const { ctx } = listening()
    expect(failureOutcome(ctx, error, 'json')).toMatchObject({
      kind: 'json',
      status: 503,
      body: { error: 'server_error' },
      headers: { 'Retry-After': '7', 'Cache-Control': 'no-store' },
    })
    expect(failureOutcome(ctx, error, 'page')).toMatchObject({
      status: 503,
      headers: { 'Retry-After': '7' },
      ...(reason === 'left'
        ? { kind: 'empty' }
        : { kind: 'page', view: { page: 'error', reason: 'unavailable' } }),
    })
    const envelope = apiFailure(ctx, error, users.getUser, 'Bearer')
    expect(envelope).toMatchObject({
      ...(reason === 'database'
        ? { status: 503, body: { error_code: 'INTERNAL_SERVER_ERROR' } }
        : { status: 429, body: { error_code: 'TOO_MANY_REQUESTS' } }),
      headers: { 'Retry-After': '7' },
    })
  })

  test('is logged once a second for its cause, however many there are', () => {
    const { ctx, records } = listening()
    const cause = new Error('no connection')
    for (let i = 0; i < 500; i++) failureOutcome(ctx, new Unavailable('database', 2, cause), 'json')
    expect(records.length).toBeLessThanOrEqual(2)
    for (const record of records) expect(record).toMatchObject({ reason: 'database' })
  })

  test('is not logged when whoever asked has left', () => {
    const { ctx, records } = listening()
    failureOutcome(ctx, new Unavailable('left', 2), 'page')
    expect(records).toEqual([])
  })
})

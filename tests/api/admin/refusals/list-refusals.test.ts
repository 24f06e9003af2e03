import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { fixture, type Refused } from './fixture.ts'

const { reader, client, granular, app } = await fixture()

interface Answer {
  readonly refusals: readonly Refused[]
  readonly next?: number
  readonly absence?: string
}

const list = async (query: string, by = reader) =>
  (await call<Answer>(by, 'GET', `/refusals?${query}`)).body

describe('200', () => {
  test('the newest first, page by page', async () => {
    const first = await list(`clientId=${client.id}&limit=1`)
    const second = await list(`clientId=${client.id}&limit=1&after=${first.next}`)
    expect(first.refusals[0]?.id).toBeGreaterThan(second.refusals[0]?.id ?? 0)
    expect(second.next).toBeUndefined()
  })

  test('every administrative scope may read', async () => {
    expect((await list(`clientId=${client.id}`, granular)).refusals).toHaveLength(2)
  })

  test.each([
    ['rule=redirect_uri_not_registered', 2],
    ['rule=code_expired', 0],
    ['endpoint=/auth/authorize', 2],
    ['endpoint=/auth/token', 0],
    ['from=2000-01-01T00:00:00Z', 2],
    ['to=2000-01-01T00:00:00Z', 0],
    ['requestId=%00', 0],
  ])('filtered by %s', async (query, count) => {
    const { refusals } = await list(`clientId=${client.id}&${query}`)
    expect(refusals).toHaveLength(count)
  })

  test('a request is found by its id', async () => {
    const [one] = (await list(`clientId=${client.id}`)).refusals
    expect((await list(`requestId=${one?.requestId}`)).refusals).toHaveLength(1)
  })

  test('without a record, the answer says why', async () => {
    expect(await list('requestId=nothing')).toMatchObject({ refusals: [], absence: 'unknown' })
    const [entry] = await app.store.auditLog.list({}, 1, 1)
    if (entry?.requestId) {
      expect(await list(`requestId=${entry.requestId}`)).toMatchObject({ absence: 'succeeded' })
    }
    await app.changeSettings({ refusalRecordsEnabled: false })
    expect(await list('requestId=nothing')).toMatchObject({ absence: 'off', recorded: false })
    await app.changeSettings({ refusalRecordsEnabled: true })
  })
})

describe('400', () => {
  test.each([
    'from=yesterday',
    'to=1',
    `requestId=${'x'.repeat(201)}`,
    'from=0000-01-01T00:00:00Z',
    'to=9999-12-31T23:59:59-00:01',
    'userId=abc',
    'userId=0',
    'clientId=12x',
    'clientId=',
    'after=x',
  ])('%s', async (query) => {
    expect(await outcome(call(reader, 'GET', `/refusals?${query}`))).toEqual([
      400,
      'VALIDATION_ERROR',
    ])
  })
})

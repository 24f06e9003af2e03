import { describe, expect, test } from 'vitest'
import { apiClient, call, outcome } from '#tests/support/api.ts'
import { fixture } from './fixture.ts'

const { user, client, app, entry } = await fixture()
// An export holds what was written before it began.
app.clock.set(new Date('2026-06-01T00:00:00Z'))
const reader = await apiClient(app, ['admin-read'])
const granular = await apiClient(app, ['manage-settings'])

const moment = 'from=2026-03-02T23:30:00Z&to=2026-03-02T23:30:01Z'

async function file(query: string, by = reader) {
  const response = await app.fetch(`/api/v1/admin/events/export?${query}`, {
    headers: { authorization: `Bearer ${by.value}` },
  })
  return { status: response.status, headers: response.headers, bytes: await response.bytes() }
}

const text = async (query: string, by = reader) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode((await file(query, by)).bytes)
const lines = async (query: string, by = reader) =>
  (await text(`format=ndjson&${query}`, by))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

describe('200', () => {
  test('a CSV file of what the filter holds, with a byte order mark and quoted cells', async () => {
    const { status, headers, bytes } = await file(`${moment}&auditEvent=auth_failed_pwd`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="activity-\d{4}-\d\d-\d\d\.csv"$/,
    )
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const [head, row, end] = new TextDecoder().decode(bytes).split('\r\n')
    expect(head).toMatch(
      /^"time","event","actor","user","client","group","requestId","details","id",/,
    )
    expect(row).toContain('"2026-03-02T23:30:00.000Z","auth_failed_pwd","","Zoë Müller"')
    expect(end).toBe('')
  })

  test('NDJSON has the entries of the list, in the same order', async () => {
    const list = await call<{ events: unknown[] }>(
      reader,
      'GET',
      `/events?${moment}&category=all&limit=100`,
    )
    expect(await lines(`${moment}&category=all`)).toEqual(list.body.events)
  })

  test('every entry once and no token unless asked for, over more than one batch', async () => {
    const createdAt = new Date('2026-04-01T00:00:00Z')
    await app.store.auditLog.insertAll(
      Array.from({ length: 1_062 }, (_, i) =>
        entry(i % 2 ? 'verified_email' : 'updated_group', { createdAt }),
      ),
    )
    await app.store.auditLog.insertAll([entry('token_issued_ropc_response', { createdAt })])
    const april = 'from=2026-04-01T00:00:00Z&to=2026-04-01T00:00:01Z'
    const ids = (await lines(april)).map(({ id }) => id)
    expect(new Set(ids).size).toBe(1_062)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    expect(await lines(`${april}&auditEvent=verified_email`)).toHaveLength(531)
    expect((await text(april)).split('\r\n')).toHaveLength(1_064)
  })

  test('guards what a spreadsheet would run, in CSV alone', async () => {
    const createdAt = new Date('2026-05-01T00:00:00Z')
    const details = JSON.stringify({ email: '=1+1' })
    await app.store.auditLog.insertAll([
      entry('auth_failed_pwd', { createdAt, requestId: '=cmd()', details }),
    ])
    const may = 'from=2026-05-01T00:00:00Z&to=2026-05-02T00:00:00Z'
    expect(await text(may)).toContain('"\'=cmd()","{""email"":""=1+1""}"')
    expect((await lines(may))[0]).toMatchObject({ requestId: '=cmd()' })
  })

  test('is itself in the activity, with its filter and the number of entries', async () => {
    await lines(`${moment}&userId=${user.id}&clientId=${client.id}`)
    app.clock.advance(1)
    const [written] = (await lines('auditEvent=exported_audit_log')).map(({ details }) => details)
    expect(written).toMatchObject({
      format: 'ndjson',
      rows: 1,
      filter: { userId: user.id, clientId: client.id, from: '2026-03-02T23:30:00.000Z' },
    })
  })

  test('names no record that the caller may not read', async () => {
    const [hidden] = await lines(`${moment}&userId=${user.id}`, granular)
    expect(hidden.user).toEqual({ id: user.id, name: '' })
  })

  test('an impossible filter is an empty file', async () => {
    expect(await lines('requestId=%00')).toEqual([])
  })
})

describe('400', () => {
  test.each([
    'format=xml',
    'from=yesterday',
    'category=none',
    'from=0000-01-01T00:00:00Z',
    'to=9999-12-31T23:59:59-00:01',
    'userId=abc',
    'userId=0',
    'clientId=12x',
    'groupId=',
    'resourceId=-1',
  ])('%s', async (query) => {
    expect(await outcome(call(reader, 'GET', `/events/export?${query}`))).toEqual([
      400,
      'VALIDATION_ERROR',
    ])
  })
})

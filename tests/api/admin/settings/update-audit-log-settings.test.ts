import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { brokenBodies } from '../fixture.ts'
import { expectRefusedChange } from '../refused-change.ts'
import { fixture } from './fixture.ts'

const { app, manager, granular, settings, lastEntries, entryCount } = await fixture()
const path = '/settings/audit-logs'

const on = {
  auditLogsInConsoleEnabled: true,
  auditLogsInDatabaseEnabled: true,
  auditLogRetentionDays: 30,
}
const off = { ...on, auditLogsInConsoleEnabled: false, auditLogsInDatabaseEnabled: false }

/** Audit records that work writes to the log. */
async function logOf(work: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const sink = new PassThrough()
  const quiet = app.runtime.log
  Object.assign(app.runtime, { log: pino(sink) })
  await work()
  Object.assign(app.runtime, { log: quiet })
  const text: string = sink.read()?.toString() ?? ''
  const records = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  return records.filter(({ msg }) => msg === 'audit')
}

beforeEach(() => app.changeSettings(on))

describe('200', () => {
  test('saves, answers what is stored and records the new values', async () => {
    const values = { ...on, auditLogsInConsoleEnabled: false, auditLogRetentionDays: 3650 }
    const { status, body } = await call(manager, 'PUT', path, values)
    expect([status, body]).toEqual([200, values])
    expect(await settings()).toMatchObject(values)
    const loggedInUser = manager.client.clientIdentifier
    expect(await lastEntries(1)).toEqual([
      { event: 'updated_audit_logs_settings', details: { loggedInUser, ...values } },
    ])
  })

  const toLog = { ...off, auditLogsInConsoleEnabled: true }
  const toTable = { ...off, auditLogsInDatabaseEnabled: true }

  test.each([
    ['both, and stays so', on, on, 1, 1],
    ['both, then nowhere', on, off, 1, 1],
    ['nowhere, then both', off, on, 0, 0],
    ['the table alone, then the log', toTable, toLog, 1, 0],
    ['the log alone, then the table', toLog, toTable, 0, 1],
  ])(
    'the change is recorded where entries went before: %s',
    async (_, before, after, rows, lines) => {
      await app.changeSettings(before)
      const count = await entryCount()
      const logged = await logOf(() => call(manager, 'PUT', path, after))
      const loggedInUser = manager.client.clientIdentifier
      expect(await settings()).toMatchObject(after)
      expect(await entryCount()).toBe(count + rows)
      if (rows > 0) {
        expect(await lastEntries(1)).toEqual([
          { event: 'updated_audit_logs_settings', details: { loggedInUser, ...after } },
        ])
      }
      const record = { audit_event: 'updated_audit_logs_settings', ...after }
      expect(logged).toEqual(Array(lines).fill(expect.objectContaining(record)))
    },
  )

  test('0 days keeps entries forever', async () => {
    const { body } = await call(manager, 'PUT', path, { ...on, auditLogRetentionDays: 0 })
    expect(body).toMatchObject({ auditLogRetentionDays: 0 })
  })
})

describe('400', () => {
  const refusal = (body: unknown) => outcome(call(manager, 'PUT', path, body))

  test.each(brokenBodies)('the body %j', async (body) => {
    expect(await refusal(body)).toEqual([400, 'INVALID_REQUEST_BODY'])
  })

  test.each([-1, 3651])('%d days', async (auditLogRetentionDays) => {
    expect(await refusal({ ...on, auditLogRetentionDays })).toEqual([400, 'VALIDATION_ERROR'])
  })

  test('comes before the policy', async () => {
    const sent = call(granular, 'PUT', path, { ...on, auditLogRetentionDays: -1 })
    expect(await outcome(sent)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('403', () => {
  test('a granular scope may not, even where nothing would change', async () => {
    const before = await settings()
    const entry = { route: '/settings/audit-logs', ceiling: 'settings' } as const
    await expectRefusedChange(granular, ['PUT', path, on], entry)
    expect(await settings()).toEqual(before)
  })
})

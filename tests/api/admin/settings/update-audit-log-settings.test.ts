import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { brokenBodies, scene } from './scene.ts'

const { app, manager, granular, settings, lastEntries, entryCount } = await scene()
const path = '/settings/audit-logs'

const on = {
  auditLogsInConsoleEnabled: true,
  auditLogsInDatabaseEnabled: true,
  auditLogRetentionDays: 30,
}
const off = { ...on, auditLogsInConsoleEnabled: false, auditLogsInDatabaseEnabled: false }

/** The audit records that the log got meanwhile. */
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

  test.each([
    ['on', on, on],
    ['off', on, off],
    ['on again', off, on],
    [
      'to the log alone',
      { ...on, auditLogsInConsoleEnabled: false },
      { ...off, auditLogsInConsoleEnabled: true },
    ],
    [
      'to the database alone',
      { ...off, auditLogsInConsoleEnabled: true },
      { ...on, auditLogsInConsoleEnabled: false },
    ],
  ])('switching %s leaves one entry in the table and one in the log', async (_, before, after) => {
    await app.changeSettings(before)
    const count = await entryCount()
    const logged = await logOf(() => call(manager, 'PUT', path, after))
    const loggedInUser = manager.client.clientIdentifier
    expect(await entryCount()).toBe(count + 1)
    expect(await lastEntries(1)).toEqual([
      { event: 'updated_audit_logs_settings', details: { loggedInUser, ...after } },
    ])
    expect(logged).toEqual([
      expect.objectContaining({ audit_event: 'updated_audit_logs_settings', ...after }),
    ])
  })

  test('an entry goes nowhere when it went nowhere and is to go nowhere', async () => {
    await app.changeSettings(off)
    const count = await entryCount()
    expect(await logOf(() => call(manager, 'PUT', path, off))).toEqual([])
    expect(await entryCount()).toBe(count)
  })

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
    const { status, body, headers } = await call(granular, 'PUT', path, on)
    expect([status, body.error_code]).toEqual([403, 'MANAGE_SCOPE_REQUIRED'])
    expect(headers.get('www-authenticate')).toContain('scope="authserver:manage"')
    expect(await settings()).toEqual(before)
    expect(await lastEntries(1)).toEqual([
      {
        event: 'administrator_change_refused',
        details: {
          loggedInUser: granular.client.clientIdentifier,
          method: 'PUT',
          route: '/api/v1/admin/settings/audit-logs',
          ceiling: 'settings',
        },
      },
    ])
  })
})

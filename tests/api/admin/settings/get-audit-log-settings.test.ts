import { describe, expect, test } from 'vitest'
import { call } from '#tests/support/api.ts'
import { fixture } from './fixture.ts'

const { reader } = await fixture()

describe('200', () => {
  test('a new installation’s settings', async () => {
    const { status, body } = await call(reader, 'GET', '/settings/audit-logs')
    expect(status).toBe(200)
    expect(body).toEqual({
      auditLogsInConsoleEnabled: true,
      auditLogsInDatabaseEnabled: true,
      auditLogRetentionDays: 180,
    })
  })
})

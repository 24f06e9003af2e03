import { describe, expect, test } from 'vitest'
import { auditEvents } from '#lib/domain/audit/audit-events.ts'
import { apiClient, call } from '#tests/support/api.ts'
import { server } from '#tests/support/server.ts'

const reader = await apiClient(await server(), ['admin-read'])

describe('200', () => {
  test('every event, in alphabetical order, once', async () => {
    const { status, body } = await call(reader, 'GET', '/audit-logs/event-types')
    expect([status, body]).toEqual([200, { auditEventTypes: auditEvents }])
    expect(auditEvents).toEqual([...new Set(auditEvents)].toSorted())
  })
})

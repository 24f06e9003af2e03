import * as contract from '#lib/api/contract/admin/audit-logs.ts'
import { operation } from '#lib/api/operation.ts'
import { auditLogEntryToWire } from '#lib/api/wire/audit-logs.ts'
import { auditEvents } from '#lib/domain/audit/audit-events.ts'
import { readAuditLog } from '#lib/domain/audit/audit-log.ts'

export const listAuditLogs = operation(contract.listAuditLogs, async (ctx, { query }) => {
  const { page, size } = query
  const { entries, total } = await readAuditLog(ctx, query)
  return { auditLogs: entries.map(auditLogEntryToWire), total, page, size }
})

export const listAuditEventTypes = operation(contract.listAuditEventTypes, async () => ({
  auditEventTypes: [...auditEvents],
}))

import type { z } from 'zod'
import type { event } from '#lib/api/contract/models/events.ts'
import type { AuditEvent } from '#lib/domain/audit/audit-events.ts'
import type { EntryNames } from '#lib/domain/audit/entry-names.ts'
import { categoryOf, outcomeOf } from '#lib/domain/audit/event-kinds.ts'
import { deviceOf } from '#lib/domain/sessions/device.ts'
import type { AuditLogRecord } from '#lib/persistence/audit/audit-log.ts'

export function eventToWire(entry: AuditLogRecord, names: EntryNames): z.input<typeof event> {
  const { deviceName, deviceOs } = deviceOf(entry.userAgent)
  return {
    id: entry.id,
    createdAt: entry.createdAt.toISOString(),
    auditEvent: entry.auditEvent,
    category: categoryOf(entry.auditEvent as AuditEvent),
    outcome: outcomeOf(entry.auditEvent),
    details: JSON.parse(entry.details),
    requestId: entry.requestId,
    ...names,
    ipAddress: entry.ipAddress,
    deviceName,
    deviceOS: deviceOs,
  }
}

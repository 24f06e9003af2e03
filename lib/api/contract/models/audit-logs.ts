import { z } from 'zod'
import { recordFields, timestamp } from '../common.ts'

export const auditLogEntry = z
  .object({
    id: recordFields.id,
    createdAt: timestamp.describe('When the event happened.'),
    auditEvent: z.string().describe('Name of the event, one of `auditEventTypes`.'),
    details: z.string().describe('A JSON object as text.'),
    requestId: z
      .string()
      .describe(
        'The `X-Request-Id` of the request it was written on; empty when it was written on none.',
      ),
  })
  .meta({ id: 'AuditLogEntry' })

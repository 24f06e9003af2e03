import { z } from 'zod'
import { timestamp } from '../common.ts'

/** An entry of the audit log. */
export const auditLogEntry = z
  .object({
    id: z.int(),
    createdAt: timestamp,
    auditEvent: z.string(),
    details: z.string().describe('A JSON object as text.'),
    requestId: z.string().describe('Empty when the entry was not written on a request.'),
  })
  .meta({ id: 'AuditLogEntry' })

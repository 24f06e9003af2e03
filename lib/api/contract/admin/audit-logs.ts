import { z } from 'zod'
import { pageInfo, paging } from '../common.ts'
import { define } from '../define.ts'
import { auditLogEntry } from '../models/audit-logs.ts'

export const listAuditLogs = define({
  id: 'listAuditLogs',
  method: 'GET',
  path: '/api/v1/admin/audit-logs',
  access: 'settings',
  summary: 'Read the audit log, newest first',
  query: z.object({
    ...paging(20),
    auditEvent: z.string().optional().describe('Only entries of this event.'),
    requestId: z.string().optional().describe('Only entries of this request.'),
  }),
  response: z.object({ auditLogs: z.array(auditLogEntry), ...pageInfo }),
  errors: [],
})

export const listAuditEventTypes = define({
  id: 'listAuditEventTypes',
  method: 'GET',
  path: '/api/v1/admin/audit-logs/event-types',
  access: 'settings',
  summary: 'List every event of the audit log',
  response: z.object({
    auditEventTypes: z.array(z.string()).describe('Every name that `auditEvent` has, in order.'),
  }),
  errors: [],
})

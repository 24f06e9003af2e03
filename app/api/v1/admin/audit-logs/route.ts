import { listAuditLogs } from '#lib/api/admin/audit-logs.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listAuditLogs)

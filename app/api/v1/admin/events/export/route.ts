import { exportEvents } from '#lib/api/admin/events.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(exportEvents)

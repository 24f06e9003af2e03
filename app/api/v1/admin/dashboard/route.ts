import { getDashboard } from '#lib/api/admin/dashboard.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getDashboard)

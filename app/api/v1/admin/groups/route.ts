import { createGroup, listGroups } from '#lib/api/admin/groups.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listGroups, createGroup)

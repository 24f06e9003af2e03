import { addGroupMember, listGroupMembers } from '#lib/api/admin/memberships.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  listGroupMembers,
  addGroupMember,
)

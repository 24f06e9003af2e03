import {
  getClientIntrospection,
  updateClientIntrospection,
} from '#lib/api/admin/client-introspection.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  getClientIntrospection,
  updateClientIntrospection,
)

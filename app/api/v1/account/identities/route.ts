import { listOwnIdentities } from '#lib/api/account/identities.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listOwnIdentities)

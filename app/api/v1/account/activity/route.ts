import { listOwnActivity } from '#lib/api/account/activity.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listOwnActivity)

import { getOwnProfile, updateOwnProfile } from '#lib/api/account/profile.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  getOwnProfile,
  updateOwnProfile,
)

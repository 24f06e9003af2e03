import {
  deleteUserProfilePicture,
  getUserProfilePicture,
  uploadUserProfilePicture,
} from '#lib/api/admin/user-profile-picture.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  getUserProfilePicture,
  uploadUserProfilePicture,
  deleteUserProfilePicture,
)

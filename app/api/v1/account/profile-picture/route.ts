import {
  deleteOwnProfilePicture,
  getOwnProfilePicture,
  uploadOwnProfilePicture,
} from '#lib/api/account/profile-picture.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  getOwnProfilePicture,
  uploadOwnProfilePicture,
  deleteOwnProfilePicture,
)

import {
  cancelEmailChange,
  getPendingEmail,
  requestEmailChange,
} from '#lib/api/account/pending-email.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  getPendingEmail,
  requestEmailChange,
  cancelEmailChange,
)

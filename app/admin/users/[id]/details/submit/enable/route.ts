import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { setEnabled } from '#app/admin/users/_parts/set-enabled.ts'
import { userRefusals } from '#app/admin/users/_parts/user-refusals.ts'

/** Allows a user to sign in again. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  (submission) => setEnabled(submission, true),
  userRefusals(),
)

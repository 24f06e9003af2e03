import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { setEnabled } from '#app/admin/users/_parts/set-enabled.ts'
import { userRefusals } from '#app/admin/users/_parts/user-refusals.ts'

/** Stops a user from signing in. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  (submission) => setEnabled(submission, false),
  userRefusals(),
)

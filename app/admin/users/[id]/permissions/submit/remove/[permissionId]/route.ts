import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { takePermissions } from '#app/admin/users/_parts/take-permissions.ts'
import { userRefusals } from '#app/admin/users/_parts/user-refusals.ts'

/** Removes a permission that a user has directly; the others stay. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  (submission) => takePermissions(submission, [submission.id('permissionId')]),
  userRefusals(),
)

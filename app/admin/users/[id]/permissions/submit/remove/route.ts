import { idsOfList } from '#app/_ui/form/list-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { takePermissions } from '#app/admin/users/_parts/take-permissions.ts'
import { userRefusals } from '#app/admin/users/_parts/user-refusals.ts'

/** Removes permissions that were just given to a user; the others stay. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  (submission) => takePermissions(submission, idsOfList(submission.form, 'permissionIds')),
  userRefusals(),
)

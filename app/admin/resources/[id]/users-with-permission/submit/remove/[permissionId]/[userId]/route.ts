import { recordRefusals } from '#app/_ui/form/record-refusals.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { changeHolder } from '#app/admin/resources/_parts/change-holder.ts'

/** Removes a permission from a user; the user's other permissions stay. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  (submission) => changeHolder(submission, 'user', 'remove'),
  recordRefusals,
)

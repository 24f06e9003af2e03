import { recordRefusals } from '#app/_ui/form/record-refusals.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { changeMember } from '#app/admin/groups/_parts/change-member.ts'

/** Adds a user to a group. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  (submission) => changeMember(submission, 'add'),
  recordRefusals,
)

import { identifierRefusals } from '#app/_ui/form/record-refusals.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { sectionAddress } from '#app/admin/groups/_parts/group-address.ts'
import { groupOf } from '#app/admin/groups/_parts/group-fields.ts'

/** Creates a group and opens its members. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async (submission) => {
  const body = groupOf(submission, submission.form)
  const { group } = await submission.api.createGroup({ body })
  return { done: 'created', to: sectionAddress(group.id, 'members') }
}, identifierRefusals('groupIdentifier'))

import { identifierRefusals } from '#app/_ui/form/record-refusals.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { groupOf, groupValues } from '#app/admin/groups/_parts/group-fields.ts'

/** Saves a group's identifier and description, and the tokens that include it. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async (submission) => {
  const { api, keepChanges } = submission
  const params = { id: submission.id() }
  const { group } = await api.getGroup({ params })
  const kept = keepChanges(groupValues(group))
  await api.updateGroup({ params, body: groupOf(submission, kept) })
  return { done: 'saved' }
}, identifierRefusals('groupIdentifier'))

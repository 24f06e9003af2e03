import { checkRetyped } from '#app/_ui/form/check-retyped.ts'
import { recordRefusals } from '#app/_ui/form/record-refusals.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'

/** Deletes a group, once the form repeats its identifier. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async (submission) => {
  const { api } = submission
  const params = { id: submission.id() }
  const { group } = await api.getGroup({ params })
  checkRetyped(submission, group.groupIdentifier)
  await api.deleteGroup({ params })
  return { done: 'deleted', to: '/admin/groups' }
}, recordRefusals)

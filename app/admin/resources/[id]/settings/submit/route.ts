import { identifierRefusals } from '#app/_ui/form/record-refusals.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { resourceOf } from '#app/admin/resources/_parts/resource-fields.ts'

/** Saves a resource's identifier and description. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async (submission) => {
  const { api, keepChanges } = submission
  const params = { id: submission.id() }
  const { resourceIdentifier, description } = (await api.getResource({ params })).resource
  const kept = keepChanges({ resourceIdentifier, description })
  await api.updateResource({ params, body: resourceOf(submission, kept) })
  return { done: 'saved' }
}, identifierRefusals('resourceIdentifier'))

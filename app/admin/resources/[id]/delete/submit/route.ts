import { checkRetyped } from '#app/_ui/form/check-retyped.ts'
import { recordRefusals } from '#app/_ui/form/record-refusals.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'

/** Deletes a resource, once the form repeats its identifier. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async (submission) => {
  const { api } = submission
  const params = { id: submission.id() }
  const { resource } = await api.getResource({ params })
  checkRetyped(submission, resource.resourceIdentifier)
  await api.deleteResource({ params })
  return { done: 'deleted', to: '/admin/resources' }
}, recordRefusals)

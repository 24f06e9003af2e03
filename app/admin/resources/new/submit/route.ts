import { identifierRefusals } from '#app/_ui/form/record-refusals.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { resourceOf } from '#app/admin/resources/_parts/resource-fields.ts'
import { sectionAddress } from '#app/admin/resources/_parts/section-address.ts'

/** Creates a resource and opens its permissions. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async (submission) => {
  const body = resourceOf(submission, submission.form)
  const { resource } = await submission.api.createResource({ body })
  return { done: 'created', to: sectionAddress(resource.id, 'permissions') }
}, identifierRefusals('resourceIdentifier'))

import { checkRetyped } from '#app/_ui/form/check-retyped.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { listAddress } from '#app/admin/identity-providers/_parts/addresses.ts'
import { refusalsOfProvider } from '#app/admin/identity-providers/_parts/refusals.ts'

/** Deletes a provider, once the form repeats its alias. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async (submission) => {
  const { api } = submission
  const params = { id: submission.id() }
  const { identityProvider } = await api.getIdentityProvider({ params })
  checkRetyped(submission, identityProvider.alias)
  await api.deleteIdentityProvider({ params })
  return { done: 'deleted', to: listAddress }
}, refusalsOfProvider)

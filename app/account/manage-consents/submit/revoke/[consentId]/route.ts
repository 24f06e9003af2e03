import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { ApiError } from '#lib/api/client.ts'

/** Revokes the visitor's consent for a client. A consent that is already revoked counts as a success. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async ({ api, id }) => {
  await api.deleteOwnConsent({ params: { id: id('consentId') } }).catch((error) => {
    if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) throw error
  })
  return { done: 'consent_revoked' }
})

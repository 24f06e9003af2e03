import { endpoint } from '#lib/http/endpoint.ts'
import { consentPage, submitConsent } from '#lib/protocol/authorize/consent.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: consentPage, POST: submitConsent },
  { failures: 'page', sameOrigin: true },
)

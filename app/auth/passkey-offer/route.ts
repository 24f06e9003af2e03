import { endpoint } from '#lib/http/endpoint.ts'
import { passkeyOfferPage, submitPasskeyOffer } from '#lib/protocol/authorize/passkey-offer.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: passkeyOfferPage, POST: submitPasskeyOffer },
  { failures: 'page', sameOrigin: true },
)

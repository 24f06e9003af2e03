import { endpoint } from '#lib/http/endpoint.ts'
import {
  providerAccountPage,
  submitProviderAccount,
} from '#lib/protocol/upstream/provider-account.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: providerAccountPage, POST: submitProviderAccount },
  { failures: 'page', sameOrigin: true },
)

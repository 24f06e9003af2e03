import { endpoint } from '#lib/http/endpoint.ts'

/** The account opens with the profile. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: async () => ({ kind: 'redirect', status: 302, location: '/account/profile' }) },
  { failures: 'page' },
)

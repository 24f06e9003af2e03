import { endpoint } from '#lib/http/endpoint.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  {
    GET: async () => ({
      kind: 'page',
      status: 403,
      view: { page: 'unauthorized', uiLocales: [] },
    }),
  },
  { failures: 'page' },
)

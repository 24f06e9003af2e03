import { cameFrom } from '#lib/http/came-from.ts'
import { endpoint } from '#lib/http/endpoint.ts'

const yearSeconds = 365 * 24 * 60 * 60

/** Switches the shortcuts of one key off or on for this browser (WCAG 2.1.4), and shows the page again. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  {
    POST: async (ctx, incoming) => ({
      kind: 'redirect',
      status: 303,
      location: cameFrom(incoming, ctx.config).href,
      cookies: [
        incoming.form?.value('keys') === 'off'
          ? { cookie: 'keys', value: 'off', maxAgeSeconds: yearSeconds }
          : { cookie: 'keys', value: null },
      ],
    }),
  },
  { failures: 'page', sameOrigin: 'console' },
)

import { hiddenDays, withHidden } from '#app/admin/dashboard/hidden.ts'
import { endpoint } from '#lib/http/endpoint.ts'

/** Keeps for some days which notes of the dashboard this browser hides: those that the form names. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  {
    POST: async (ctx, incoming) => {
      const value = withHidden(incoming.form?.value('hidden') ?? '', '', ctx.now)
      return {
        kind: 'redirect',
        status: 303,
        location: new URL('/admin/dashboard', ctx.config.adminConsoleUrl).href,
        cookies: [
          value === ''
            ? { cookie: 'hidden', value: null }
            : { cookie: 'hidden', value, maxAgeSeconds: hiddenDays * 24 * 60 * 60 },
        ],
      }
    },
  },
  { failures: 'page', sameOrigin: 'console' },
)

import { cameFrom } from '#lib/http/came-from.ts'
import { endpoint } from '#lib/http/endpoint.ts'
import { themeCookie, themeOf } from '#lib/http/preferences.ts'

/** Keeps the side of the neutral theme that the visitor chose, light or dark, and shows the page again. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  {
    POST: async (ctx, incoming) => ({
      kind: 'redirect',
      status: 303,
      location: cameFrom(incoming, ctx.config).href,
      cookies: [themeCookie(themeOf(incoming.form?.value('theme') ?? ''))],
    }),
  },
  { failures: 'page', sameOrigin: 'console' },
)

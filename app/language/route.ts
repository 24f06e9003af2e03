import { saveLocale } from '#app/_ui/shell/save-locale.ts'
import { areaOf } from '#lib/console/addresses.ts'
import { cameFrom } from '#lib/http/came-from.ts'
import { endpoint } from '#lib/http/endpoint.ts'
import { languageCookie, typedEmailCookie } from '#lib/http/preferences.ts'
import { languages } from '#lib/i18n/languages.ts'

/**
 * Keeps the language that the visitor chose, and shows the page again: the same step, with the email that was typed.
 * On the account pages the account keeps it too, for mails and other browsers.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  {
    POST: async (ctx, incoming) => {
      const page = cameFrom(incoming, ctx.config)
      const { form } = incoming
      const language = languages.find((known) => known === form?.value('language'))
      const redirect = { kind: 'redirect', status: 303, location: page.href } as const
      if (!language) return redirect
      if (areaOf(page.pathname) === 'account') await saveLocale(ctx, incoming, language)
      const typed = typedEmailCookie(form?.value('email') ?? '')
      return {
        ...redirect,
        cookies: [languageCookie(language, ctx.now), ...(typed ? [typed] : [])],
      }
    },
  },
  { failures: 'page', sameOrigin: 'console' },
)

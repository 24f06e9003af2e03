import { adminDownload } from '#app/_ui/list/admin-download.ts'
import { findEverything } from '#app/admin/search/_parts/find-everything.ts'
import { noStore } from '#lib/answers/outcome.ts'
import { chooseLanguage } from '#lib/i18n/languages.ts'

/** The results of the search page, for the palette. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = adminDownload(
  '/admin/search',
  async (api, ctx, { query }, visitor) => {
    const wanted = [ctx.chosenLanguage?.tag ?? '', visitor.locale]
    const language = chooseLanguage(wanted, ctx.acceptLanguage)
    const groups = await findEverything(api, visitor, language, query.get('query') ?? '')
    return { kind: 'json', status: 200, body: { groups }, headers: noStore }
  },
)

import { notFound, redirect } from 'next/navigation'
import { cache } from 'react'
import { createClient } from '#lib/api/client.ts'
import { contracts } from '#lib/api/contract/index.ts'
import { signInAddress } from '#lib/console/addresses.ts'
import type { Visitor } from '#lib/console/guard.ts'
import { pageLanguage, visitor } from '#lib/http/page.ts'
import { reportUnavailable } from '#lib/http/page-outcome.ts'
import type { Language } from '#lib/i18n/languages.ts'

/** The typed client of both APIs. */
export type Api = ReturnType<typeof makeApi>

/** What a page of the console works with. */
export interface Console {
  readonly api: Api
  readonly visitor: Visitor
  readonly language: Language
}

/**
 * The console of whoever asked for this page. Once per request.
 * A session that ended meanwhile leads to the sign-in, a record that is not there to the page that
 * says so, a part that the visitor may not read to the one about missing rights. Where the API itself fails, the page
 * does: under the request's id, which the API has logged the cause with, and with 503 where the API cannot answer now.
 */
export const openConsole = cache(async (): Promise<Console> => {
  const who = await visitor()
  if (!who) redirect(signInAddress('/account/profile'))
  const language = await pageLanguage()
  const api = makeApi(who, language, ({ status, headers }) => {
    if (status === 401) redirect(signInAddress(who.page))
    if (status === 403) redirect('/unauthorized')
    if (status === 404) notFound()
    if (status === 503 || status === 429) reportUnavailable(Number(headers.get('retry-after')) || 1)
    if (status >= 500) throw failure(`The API answered ${status}.`, who.requestId)
  })
  return { api, visitor: who, language }
})

/** What Next tells the browser of an error is its digest, which it would otherwise make up. */
function failure(message: string, digest: string): Error {
  return Object.assign(new Error(message), { digest })
}

/**
 * Makes a client that calls with the visitor's token, and has texts in the visitor's language.
 * @param refused told of every answer that is none of success, before the call throws
 */
export function makeApi(
  { accessToken, apiUrl, requestId }: Visitor,
  language: Language,
  refused: (response: Response) => void,
) {
  return createClient(contracts, {
    baseUrl: apiUrl,
    token: accessToken,
    headers: { 'Accept-Language': language, 'X-Request-Id': requestId },
    fetch: async (url, init) => {
      const response = await fetch(url, { ...init, cache: 'no-store' })
      if (!response.ok) refused(response)
      return response
    },
  })
}

/** The person's own account, read once per request: the frame and the page both show it. */
export const ownAccount = cache(async () => {
  const { api } = await openConsole()
  return (await api.getOwnProfile()).user
})

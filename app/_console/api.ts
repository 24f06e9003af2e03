import { notFound, redirect } from 'next/navigation'
import { cache } from 'react'
import { createClient } from '#lib/api/client.ts'
import { contracts } from '#lib/api/contract/index.ts'
import { signInAddress } from '#lib/console/addresses.ts'
import type { Visitor } from '#lib/console/guard.ts'
import { pageLanguage, visitor } from '#lib/http/page.ts'
import { reportUnavailable } from '#lib/http/page-data.ts'
import type { Language } from '#lib/i18n/languages.ts'

/** The typed client of both APIs. */
export type Api = ReturnType<typeof makeApi>

export interface Console {
  readonly api: Api
  readonly visitor: Visitor
  readonly language: Language
}

/**
 * The console of the current visitor, once per request. An ended session redirects to the sign-in, a missing record
 * shows the not-found page, and missing rights show `/unauthorized`. If the API fails, the page fails with the
 * request's id, under which the API logged the cause. If the API is temporarily unavailable, the page answers 503.
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

/** Next sends the browser only an error's digest, and would otherwise generate one. */
function failure(message: string, digest: string): Error {
  return Object.assign(new Error(message), { digest })
}

/**
 * Makes a client with the visitor's token, whose texts are in the visitor's language.
 * @param refused called with every unsuccessful response, before the call throws
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

/** The visitor's own account, read once per request: the shell and the page both show it. */
export const ownAccount = cache(async () => {
  const { api } = await openConsole()
  return (await api.getOwnProfile()).user
})

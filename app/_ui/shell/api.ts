import { notFound, redirect } from 'next/navigation'
import { cache } from 'react'
import { notAllowedAddress, signInAddress } from '#lib/console/addresses.ts'
import type { Visitor } from '#lib/console/guard.ts'
import { pageLanguage, visitor } from '#lib/http/page.ts'
import { reportUnavailable } from '#lib/http/page-data.ts'
import type { Language } from '#lib/i18n/languages.ts'
import { type Api, makeApi } from './make-api.ts'

export type { Api }

export interface Console {
  readonly api: Api
  readonly visitor: Visitor
  readonly language: Language
}

/**
 * The console of the current visitor, once per request. An ended session redirects to the sign-in, a missing record
 * shows the not-found page, and missing rights lead to the page that says so. If the API fails, the page fails with the
 * request's id, under which the API logged the cause. If the API is temporarily unavailable, the page answers 503.
 */
export const openConsole = cache(async (): Promise<Console> => {
  const who = await visitor()
  if (!who) redirect(signInAddress('/account/overview'))
  const language = await pageLanguage()
  const api = makeApi(who, language, ({ status, headers }) => {
    if (status === 401) redirect(signInAddress(who.page))
    if (status === 403) redirect(notAllowedAddress(who.page))
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

/** The visitor's own account, read once per request: the shell and the page both show it. */
export const ownAccount = cache(async () => {
  const { api } = await openConsole()
  return (await api.getOwnProfile()).user
})

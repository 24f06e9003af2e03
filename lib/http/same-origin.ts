import type { HttpRequest } from './exchange.ts'

/** The header by which a form is taken for that of another site. */
export type OriginCheck = 'sec-fetch-site' | 'origin'

/**
 * The check that a cookie-backed POST fails: first `Sec-Fetch-Site`, else `Origin` against the public
 * addresses. `Origin: null` is refused.
 * @param ownUrls where pages with such a form are served
 * @returns null when it comes from our own pages or from no browser at all
 */
export function failedOriginCheck(
  request: Pick<HttpRequest, 'headers'>,
  ...ownUrls: readonly string[]
): OriginCheck | null {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none' ? null : 'sec-fetch-site'
  const origin = request.headers.get('origin')
  if (origin === null) return null
  return ownUrls.some((url) => origin.toLowerCase() === new URL(url).origin) ? null : 'origin'
}

/** True when a POST passes `failedOriginCheck`. */
export function isSameOrigin(
  request: Pick<HttpRequest, 'headers'>,
  ...ownUrls: readonly string[]
): boolean {
  return failedOriginCheck(request, ...ownUrls) === null
}

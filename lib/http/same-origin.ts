import type { HttpRequest } from './exchange.ts'

/** The header that identified a form as cross-site. */
export type OriginCheck = 'sec-fetch-site' | 'origin'

/**
 * The check that a cookie-backed POST fails: `Sec-Fetch-Site` if present, else `Origin` against the public addresses.
 * `Origin: null` fails.
 * @param ownUrls addresses that serve pages with such a form
 * @returns null for a request of our own pages, of a user's direct navigation, or of a client other than a browser
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

export function isSameOrigin(
  request: Pick<HttpRequest, 'headers'>,
  ...ownUrls: readonly string[]
): boolean {
  return failedOriginCheck(request, ...ownUrls) === null
}

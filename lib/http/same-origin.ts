import type { HttpRequest } from './exchange.ts'

/**
 * True when a cookie-backed POST comes from our own pages or from no browser at all: first
 * `Sec-Fetch-Site`, else `Origin` against the public addresses. `Origin: null` is refused.
 * @param ownUrls where pages with such a form are served
 */
export function isSameOrigin(
  request: Pick<HttpRequest, 'headers'>,
  ...ownUrls: readonly string[]
): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none'
  const origin = request.headers.get('origin')
  if (origin === null) return true
  return ownUrls.some((url) => origin.toLowerCase() === new URL(url).origin)
}

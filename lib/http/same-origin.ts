import type { Config } from '#lib/config.ts'
import type { HttpRequest } from './exchange.ts'

/**
 * True when a cookie-backed POST comes from our own pages or from no browser at all: first
 * `Sec-Fetch-Site`, else `Origin` against the public address. `Origin: null` is refused.
 */
export function isSameOrigin(request: Pick<HttpRequest, 'headers'>, config: Config): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none'
  const origin = request.headers.get('origin')
  if (origin === null) return true
  return origin.toLowerCase() === new URL(config.baseUrl).origin
}

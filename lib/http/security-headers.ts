import type { Config } from '#lib/config/config.ts'

/**
 * The headers of every answer. They forbid content sniffing and framing, limit the `Referer` to our own pages, and keep
 * browsers on https once used. The policy is `same-origin` because browsers send `Origin: null` with forms under
 * `no-referrer`.
 */
export function securityHeaders(config: Pick<Config, 'secureCookies'>): Record<string, string> {
  const headers: Record<string, string> = {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
    'Content-Security-Policy': "frame-ancestors 'none'",
  }
  if (config.secureCookies) {
    headers['Strict-Transport-Security'] = 'max-age=31536000; includeSubDomains'
  }
  return headers
}

/**
 * The policy of our own pages: scripts run by nonce only. `form-action` is absent because browsers also apply it to the
 * redirects after a POST, which lead to clients.
 * @param development also permits what Next's development mode needs
 */
export function pageContentSecurityPolicy(nonce: string, development: boolean): string {
  const evaluation = development ? " 'unsafe-eval'" : ''
  return [
    "default-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${evaluation}`,
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

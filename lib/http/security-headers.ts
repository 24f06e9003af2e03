import type { Config } from '#lib/config.ts'

/**
 * The headers of every answer: types are not guessed, our addresses are told to our own pages only
 * (`same-origin`, since `no-referrer` would make browsers send `Origin: null` with forms), nobody
 * frames us, and https stays https once it was used.
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
 * The policy of our own pages: scripts run by nonce only. There is no `form-action`, because browsers
 * apply it to the redirects after a form's post, which lead to clients.
 * @param development also allows what Next's development mode needs
 */
export function pageContentSecurityPolicy(nonce: string, development: boolean): string {
  const evaluation = development ? " 'unsafe-eval'" : ''
  return [
    "default-src 'self'",
    "img-src 'self' data:",
    "style-src 'self' 'unsafe-inline'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${evaluation}`,
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

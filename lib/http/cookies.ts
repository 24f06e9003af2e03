import type { Config } from '#lib/config.ts'
import type { CookieChange } from '#lib/kernel/outcome.ts'

/**
 * Names of the server's own cookies; the only place that knows them. `session` is the sign-on
 * session, `browser` binds sign-ins in progress to their browser. Over https both carry the
 * `__Host-` prefix, so that no other host of the domain can plant one.
 */
function cookieName(cookie: CookieChange['cookie'], config: Config): string {
  return `${config.secureCookies ? '__Host-' : ''}authserver-${cookie}`
}

/** Reads the server's cookies from a request; values of an impossible length count as absent. */
export function readCookies(
  request: Request,
  config: Config,
): { session: string | null; browser: string | null } {
  const found = new Map<string, string>()
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at > 0) found.set(pair.slice(0, at).trim(), pair.slice(at + 1).trim())
  }
  const read = (cookie: CookieChange['cookie']) => {
    const value = found.get(cookieName(cookie, config))
    return value && value.length <= 128 ? value : null
  }
  return { session: read('session'), browser: read('browser') }
}

/** The `Set-Cookie` value of a change. */
export function setCookie(change: CookieChange, config: Config): string {
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax']
  if (config.secureCookies) attributes.push('Secure')
  const maxAge = change.value === null ? 0 : change.maxAgeSeconds
  if (maxAge !== undefined) attributes.push(`Max-Age=${maxAge}`)
  return [`${cookieName(change.cookie, config)}=${change.value ?? ''}`, ...attributes].join('; ')
}

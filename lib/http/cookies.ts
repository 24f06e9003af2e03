import type { CookieChange } from '#lib/answers/outcome.ts'
import { maxBrowserCookieLength } from '#lib/base/network/browser-cookie.ts'
import type { Cookies } from '#lib/base/network/incoming.ts'
import type { Config } from '#lib/config/config.ts'

const handshakePrefix = 'handshake-'
const maxLength = 128
/** Ten users. */
const maxKnownLength = 512

/**
 * The only place that knows the names of the server's cookies. `session` is the sign-on session, and `browser` binds
 * sign-ins in progress to their browser. `known` names the users who have signed in with the browser, `device` is the browser as
 * its users know it (`user-devices.ts`), `left` names the provider of the session that ended last, and `console` is
 * a sign-in to the console. `language`, `theme` and `typed` hold what `preferences.ts` reads,
 * `list-…` what a visitor chose for a list, `keys` whether single keys are shortcuts, and
 * `hidden` which notes of the dashboard.
 * Over https all names have the `__Host-` prefix, so that other hosts of the domain cannot plant a cookie. The next
 * part is a setting: browsers send cookies to every port of a host, and installations on one host need different names.
 */
export function cookieName(cookie: CookieChange['cookie'], config: Config): string {
  return `${config.secureCookies ? '__Host-' : ''}${config.sessionCookieName}-${cookie}`
}

/** The name of another cookie, from that of the console's: all names have one beginning. */
export function besideConsoleCookie(
  consoleCookie: string,
  name: 'keys' | 'hidden' | `list-${string}`,
) {
  return consoleCookie.replace(/console$/, name)
}

export function listCookieName(consoleCookie: string, list: string): string {
  return besideConsoleCookie(consoleCookie, `list-${list}`)
}

const noCookies: Cookies = {
  session: null,
  browser: null,
  known: null,
  device: null,
  console: null,
  handshakes: new Map(),
}

/**
 * Values that are too long count as absent, except those of sign-ins to the console: the next sign-in removes them when
 * there are many.
 */
export function readCookies(headers: Pick<Headers, 'get'>, config: Config): Cookies {
  const header = headers.get('cookie')
  if (header === null) return noCookies
  const found = cookieValues(header)
  const read = (cookie: CookieChange['cookie'], longest = maxLength) => {
    const value = found.get(cookieName(cookie, config))
    return value && value.length <= longest ? value : null
  }
  const left = read('left')
  const prefix = cookieName(handshakePrefix, config)
  const handshakes = [...found].flatMap(([name, value]): [string, string][] =>
    name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
  )
  return {
    session: read('session'),
    browser: read('browser', maxBrowserCookieLength),
    known: read('known', maxKnownLength),
    device: read('device'),
    ...(left !== null && { left }),
    console: read('console'),
    handshakes: new Map(handshakes),
  }
}

/** The values of a `Cookie` header by their names. */
export function cookieValues(header: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const part of header.split(';')) {
    // Trims blanks and tabs only. Browsers let any host of the domain plant a cookie named with a no-break space before
    // `__Host-…`, and `trim` would turn it into one of ours.
    const pair = part.replace(/^[\t ]+/, '')
    const at = pair.indexOf('=')
    if (at > 0) found.set(pair.slice(0, at), pair.slice(at + 1))
  }
  return found
}

export function setCookie(change: CookieChange, config: Config): string {
  const attributes = ['Path=/', 'HttpOnly', sameSite(change.cookie, config)]
  if (config.secureCookies) attributes.push('Secure')
  const maxAge = change.value === null ? 0 : change.maxAgeSeconds
  if (maxAge !== undefined) attributes.push(`Max-Age=${maxAge}`)
  return [`${cookieName(change.cookie, config)}=${change.value ?? ''}`, ...attributes].join('; ')
}

/** The POST that completes a console sign-in is cross-site when the console has its own site. */
function sameSite(cookie: CookieChange['cookie'], config: Config): string {
  const crosses = config.secureCookies && config.adminConsoleUrl !== config.baseUrl
  return cookie.startsWith(handshakePrefix) && crosses ? 'SameSite=None' : 'SameSite=Lax'
}

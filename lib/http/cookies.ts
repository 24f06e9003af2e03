import type { Config } from '#lib/config.ts'
import { maxBrowserCookieLength } from '#lib/kernel/browser-cookie.ts'
import type { Cookies } from '#lib/kernel/incoming.ts'
import type { CookieChange } from '#lib/kernel/outcome.ts'

const handshakePrefix = 'handshake-'
const maxLength = 128
/** Of ten users. */
const maxKnownLength = 512
/** A handshake is carried sealed. */
const maxHandshakeLength = 4_000

/**
 * Names of the server's own cookies; the only place that knows them. `session` is the sign-on
 * session, `browser` binds sign-ins in progress to their browser, `known` names who has signed in with it, `console` is
 * a sign-in to the console. Over https all carry the `__Host-` prefix, so that no other host of the domain can plant
 * one. What follows is a setting: browsers send cookies to every port of a host, and two installations
 * there must not take each other's.
 */
export function cookieName(cookie: CookieChange['cookie'], config: Config): string {
  return `${config.secureCookies ? '__Host-' : ''}${config.sessionCookieName}-${cookie}`
}

const noCookies: Cookies = {
  session: null,
  browser: null,
  known: null,
  console: null,
  handshakes: new Map(),
}

/** Reads the server's cookies from a request; values of an impossible length count as absent. */
export function readCookies(headers: Pick<Headers, 'get'>, config: Config): Cookies {
  const header = headers.get('cookie')
  if (header === null) return noCookies
  const found = new Map<string, string>()
  for (const part of header.split(';')) {
    // No other white space: browsers let any host of the domain plant a cookie whose name is a no-break space and
    // then `__Host-…`, and `trim` would make it one of ours.
    const pair = part.replace(/^[\t ]+/, '')
    const at = pair.indexOf('=')
    if (at > 0) found.set(pair.slice(0, at), pair.slice(at + 1))
  }
  const read = (cookie: CookieChange['cookie'], longest = maxLength) => {
    const value = found.get(cookieName(cookie, config))
    return value && value.length <= longest ? value : null
  }
  const prefix = cookieName(handshakePrefix, config)
  const handshakes = [...found].flatMap(([name, value]): [string, string][] =>
    name.startsWith(prefix) && value.length <= maxHandshakeLength
      ? [[name.slice(prefix.length), value]]
      : [],
  )
  return {
    session: read('session'),
    browser: read('browser', maxBrowserCookieLength),
    known: read('known', maxKnownLength),
    console: read('console'),
    handshakes: new Map(handshakes),
  }
}

/** The `Set-Cookie` value of a change. */
export function setCookie(change: CookieChange, config: Config): string {
  const attributes = ['Path=/', 'HttpOnly', sameSite(change.cookie, config)]
  if (config.secureCookies) attributes.push('Secure')
  const maxAge = change.value === null ? 0 : change.maxAgeSeconds
  if (maxAge !== undefined) attributes.push(`Max-Age=${maxAge}`)
  return [`${cookieName(change.cookie, config)}=${change.value ?? ''}`, ...attributes].join('; ')
}

/** The post that ends a console sign-in crosses sites where the console has a site of its own. */
function sameSite(cookie: CookieChange['cookie'], config: Config): string {
  const crosses = config.secureCookies && config.adminConsoleUrl !== config.baseUrl
  return cookie.startsWith(handshakePrefix) && crosses ? 'SameSite=None' : 'SameSite=Lax'
}

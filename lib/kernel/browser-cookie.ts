import { sha256Hex } from './hash.ts'

/*
 * The cookie that binds sign-ins and followed links to a browser holds secrets, newest first. A sign-in is bound to the
 * one that was the newest when it began, or that its own proof brought. Older ones stay in the cookie, so that the other
 * tabs of the browser go on without a write.
 */

const separator = '.'
/** Secrets of one cookie: the first, which tabs that nobody has touched yet are bound to, and the newest. */
const maxSecrets = 16
/** Longer cookies were never given: secrets have 43 characters (`randomToken`). */
export const maxBrowserCookieLength = maxSecrets * 44

/** Hashes of all secrets that the browser holds, as rows are bound to them, newest first. */
export function browserHashes(cookie: string | null): readonly string[] {
  return cookie === null ? [] : cookie.split(separator, maxSecrets).map(sha256Hex)
}

/** The hash of its newest secret: what begins now is bound to that. */
export function newestBrowserHash(cookie: string): string {
  return sha256Hex(cookie.split(separator, 1)[0] ?? '')
}

/** The secret that the browser began with. */
export function firstSecret(cookie: string): string {
  return cookie.slice(cookie.lastIndexOf(separator) + 1)
}

/** The cookie with a secret as its newest; the browser keeps those it had. */
export function withSecret(cookie: string | null, secret: string): string {
  const former = cookie === null || cookie === '' ? [] : cookie.split(separator, maxSecrets)
  const others = former.filter((one) => one !== secret)
  const kept = others.length < maxSecrets ? others : [...others.slice(0, -2), ...others.slice(-1)]
  return [secret, ...kept].join(separator)
}

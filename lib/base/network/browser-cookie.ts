import { sha256Hex } from '#lib/base/crypto/hash.ts'

/*
 * The cookie that binds sign-ins and followed links to a browser holds secrets, newest first. A sign-in is bound to the
 * secret that was the newest when it began, or to the secret that its own proof brought. Older secrets stay in the
 * cookie, so that other tabs of the browser continue without a write.
 */

const separator = '.'
/** The first secret, to which untouched tabs are bound, and the newest 15. */
const maxSecrets = 16
/** A secret has 43 characters (`randomToken`), and a separator follows. The server never sets a longer cookie. */
export const maxBrowserCookieLength = maxSecrets * 44

/** Hashes of all secrets in the cookie, in the form in which rows store them, newest first. */
export function browserHashes(cookie: string | null): readonly string[] {
  return cookie === null ? [] : cookie.split(separator, maxSecrets).map(sha256Hex)
}

/** The hash that a new sign-in is bound to. */
export function newestBrowserHash(cookie: string): string {
  return sha256Hex(cookie.split(separator, 1)[0] ?? '')
}

/** The oldest secret. */
export function firstSecret(cookie: string): string {
  return cookie.slice(cookie.lastIndexOf(separator) + 1)
}

/** Puts a secret in front. A full cookie loses its second-oldest secret and keeps the first one. */
export function withSecret(cookie: string | null, secret: string): string {
  const former = cookie === null || cookie === '' ? [] : cookie.split(separator, maxSecrets)
  const others = former.filter((one) => one !== secret)
  const kept = others.length < maxSecrets ? others : [...others.slice(0, -2), ...others.slice(-1)]
  return [secret, ...kept].join(separator)
}

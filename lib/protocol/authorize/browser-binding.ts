import type { CookieChange } from '#lib/answers/outcome.ts'
import { equalInConstantTime } from '#lib/base/crypto/hash.ts'
import { deriveToken } from '#lib/base/crypto/hkdf.ts'
import { randomToken } from '#lib/base/crypto/random.ts'
import {
  browserHashes,
  firstSecret,
  newestBrowserHash,
  withSecret,
} from '#lib/base/network/browser-cookie.ts'
import type { SignInCookies } from '#lib/base/network/incoming.ts'
import { epochSeconds } from '#lib/base/time/clock.ts'
import type { Context } from '#lib/context.ts'
import type { InteractionRecord, UserRecord } from '#lib/persistence/store.ts'

/** The stored link between an interaction and its browser: the hash of a secret of its cookie, never the secret. */
type BrowserBinding = Pick<InteractionRecord, 'browserHash'>

/** Binds an interaction to the newest secret of the browser's cookie. */
export function bindingTo(cookie: string): BrowserBinding {
  return { browserHash: newestBrowserHash(cookie) }
}

/** The cookie of a browser that begins something here: its own, or a new one for a browser without a usable one. */
export function browserCookie({ browser }: Pick<SignInCookies, 'browser'>): {
  readonly value: string
  readonly changed: CookieChange[]
} {
  if (browser && /^[A-Za-z0-9_-]{43}(\.|$)/.test(browser)) return { value: browser, changed: [] }
  const value = randomToken()
  return { value, changed: [{ cookie: 'browser', value }] }
}

/** True when the browser's cookie holds the secret that the interaction is bound to. */
export function isOfBrowser(row: BrowserBinding, cookie: string | null): boolean {
  return browserHashes(cookie).some((hash) => equalInConstantTime(row.browserHash, hash))
}

/**
 * Seconds until a browser gets another secret: the cookie then holds few of them in the hour that an interaction
 * lasts.
 */
const secretSeconds = 300

/**
 * Returns the browser's next cookie after a user entered a password or a code. The proof is bound to a new secret,
 * so a cookie that an attacker planted before becomes worthless (session fixation). Other interactions of the
 * browser have proven nothing yet and stay bound to the older secrets, which the cookie keeps.
 *
 * The secret is derived. Tabs that send the same proof within a few minutes get the same value, so the order of
 * their answers does not matter. An attacker who planted the cookie cannot compute the secret without the server's
 * key. Another user's proof, or an earlier one, leads to another value.
 */
export function cookieAfterProof(
  ctx: Context,
  cookie: string,
  { subject, authStateGeneration }: UserRecord,
  proof: 'password' | 'code',
): string {
  const time = Math.floor(epochSeconds(ctx.now) / secretSeconds)
  const texts = [firstSecret(cookie), subject, String(authStateGeneration), String(time)]
  const secret = deriveToken(ctx.config.encryptionKey, `browser after ${proof}`, texts)
  return withSecret(cookie, secret)
}

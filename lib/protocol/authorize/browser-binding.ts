import type { Context } from '#lib/context.ts'
import {
  browserHashes,
  firstSecret,
  newestBrowserHash,
  withSecret,
} from '#lib/kernel/browser-cookie.ts'
import { epochSeconds } from '#lib/kernel/clock.ts'
import { equalInConstantTime } from '#lib/kernel/hash.ts'
import { deriveToken } from '#lib/kernel/hkdf.ts'
import type { InteractionRecord, UserRecord } from '#lib/persistence/store.ts'

/** What a stored interaction says of its browser: the hash of a secret of its cookie, never the secret. */
type BrowserBinding = Pick<InteractionRecord, 'browserHash'>

/** What binds an interaction to the browser that holds the cookie: its newest secret. */
export function bindingTo(cookie: string): BrowserBinding {
  return { browserHash: newestBrowserHash(cookie) }
}

/** True when the browser that holds the cookie has the secret that the interaction is bound to. */
export function isOfBrowser(row: BrowserBinding, cookie: string | null): boolean {
  return browserHashes(cookie).some((hash) => equalInConstantTime(row.browserHash, hash))
}

/** A secret is another one after so many seconds, so that a cookie has few of the hour that an interaction lasts. */
const secretSeconds = 300

/**
 * The cookie that follows a browser's own when a user has entered a password or a code. What was proven is bound to its
 * new secret, so that one that was planted before is worth nothing after (session fixation). The other interactions
 * of the browser, where nothing is proven, stay bound to the secrets that the cookie goes on to hold.
 *
 * The secret is derived: tabs that send the same proof within a few minutes are answered with the same value, and the
 * browser holds the right one whichever answer comes last. Whoever planted the cookie cannot make it: that takes the
 * server's key, and somebody else's proof, or an earlier one, leads to another value.
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

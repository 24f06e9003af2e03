import type { Context, Tx } from '#lib/context.ts'
import { derivedToken } from '#lib/kernel/derived.ts'
import { equalInConstantTime, sha256Hex } from '#lib/kernel/hash.ts'
import type { CeremonyRecord, UserRecord } from '#lib/persistence/store.ts'

/** What a stored ceremony says of its browser: the hash of the browser's cookie, never the cookie. */
type BrowserBinding = Pick<CeremonyRecord, 'browserHash'>

/** What binds a ceremony to the browser that holds the cookie. */
export function bindingTo(value: string): BrowserBinding {
  return { browserHash: sha256Hex(value) }
}

/** True when the browser that holds the cookie is the one that the ceremony is bound to. */
export function isOfBrowser(row: BrowserBinding, browser: string | null): boolean {
  return browser !== null && equalInConstantTime(row.browserHash, sha256Hex(browser))
}

/**
 * Binds every sign-in (and followed link) of a browser to a new cookie: one that was planted before the
 * person proved who they are is worth nothing after (session fixation).
 * @param before the binding that is given up; a ceremony that was bound anew meanwhile keeps its own
 * @param value of the new cookie
 * @returns what the browser's ceremonies are bound to then
 */
export async function renewBrowser(
  tx: Tx,
  { browserHash: before }: BrowserBinding,
  value: string,
): Promise<BrowserBinding> {
  const binding = bindingTo(value)
  await Promise.all([
    tx.store.ceremonies.rebind(before, binding.browserHash),
    tx.store.linkMarkers.rebind(before, binding.browserHash),
  ])
  return binding
}

/**
 * The cookie that follows a browser's own when a user has entered the password. Two tabs that send it at
 * once renew the same cookie: both are answered with this value, so that the browser holds the right one
 * whichever answer comes last. Whoever planted the cookie cannot make the next one: that takes the
 * server's key, and somebody else's password, or an earlier one, leads to another value.
 */
export function cookieAfterPassword(ctx: Context, cookie: string, user: UserRecord): string {
  const { subject, authStateGeneration } = user
  const texts = [cookie, subject, String(authStateGeneration)]
  return derivedToken(ctx.config.encryptionKey, 'browser after password', texts)
}

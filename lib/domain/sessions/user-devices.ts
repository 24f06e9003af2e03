import type { CookieChange } from '#lib/answers/outcome.ts'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { randomToken } from '#lib/base/crypto/random.ts'
import { addSeconds, daySeconds } from '#lib/base/time/clock.ts'
import type { AnyContext, Context, Tx } from '#lib/context.ts'
import type { UserDeviceRecord, UserRecord } from '#lib/persistence/store.ts'
import { audit } from '../audit/audit.ts'
import { isUnlikeOthers, noticeNewSignIn } from '../sign-in/new-sign-in-notice.ts'
import { signInFeatures } from '../sign-in/sign-in-features.ts'
import { deviceOf } from './device.ts'

/** How long an unused browser is kept, in days: as long as its cookie lasts. */
const keepDays = 400

/** The largest number of browsers of a user; the one unused for longest is removed first. */
const maxDevices = 50

/** The hash under which a browser's cookie is stored; null for none, and for a cookie that this server did not make. */
function tokenHashOf(cookie: string | null): string | null {
  return cookie && /^[\w-]{43}$/.test(cookie) ? sha256Hex(cookie) : null
}

/** True while a browser is remembered: a second factor was proven there recently, and nothing changed since. */
function isRemembered(
  ctx: AnyContext,
  device: UserDeviceRecord,
  user: Pick<UserRecord, 'authStateGeneration' | 'otpConfigGeneration'>,
): boolean {
  const { rememberedAt, rememberedUntil } = device
  const { rememberBrowserDays: days } = signInFeatures(ctx)
  if (days === 0 || !rememberedAt || !rememberedUntil) return false
  // A lower number of days applies to browsers that were remembered before, too.
  const isCurrent =
    ctx.now < rememberedUntil && ctx.now < addSeconds(rememberedAt, days * daySeconds)
  return (
    isCurrent &&
    device.authStateGeneration === user.authStateGeneration &&
    device.otpConfigGeneration === user.otpConfigGeneration
  )
}

/** True when the browser with this cookie is remembered for the user. */
export async function isRememberedBrowser(
  ctx: AnyContext,
  cookie: string | null,
  user: UserRecord,
): Promise<boolean> {
  const tokenHash = tokenHashOf(cookie)
  if (tokenHash === null || signInFeatures(ctx).rememberBrowserDays === 0) return false
  const device = await ctx.store.userDevices.find(tokenHash, user.id)
  return device !== null && isRemembered(ctx, device, user)
}

/** Facts of a completed sign-in about its browser. */
export interface SignInPlace {
  /** The browser's cookie. */
  readonly cookie: string | null
  readonly user: UserRecord
  /** The user asked to remember the browser, and has proven a second factor. */
  readonly remembers: boolean
  /** A session began with a first factor that was entered now. */
  readonly isNewSession: boolean
}

/**
 * Records the browser of a sign-in in the transaction of that sign-in, and remembers it if the user asked for that. A
 * browser that is new to the user causes a message after the commit. Does nothing while both features are off. Writes
 * `remembered_browser`.
 * @returns the cookie to set; a remembered browser gets a new value, so that a planted one is worth nothing
 */
export async function noteBrowser(tx: Tx, place: SignInPlace): Promise<CookieChange[]> {
  const { rememberBrowserDays, newSignInNotice } = signInFeatures(tx)
  if (rememberBrowserDays === 0 && !newSignInNotice) {
    return place.cookie === null ? [] : [{ cookie: 'device', value: null }]
  }
  const remembers = place.remembers && rememberBrowserDays > 0
  if (!remembers && !(place.isNewSession && newSignInNotice)) return []
  const former = tokenHashOf(place.cookie)
  const known = former === null ? null : await tx.store.userDevices.find(former, place.user.id)
  const others = known ? [] : await tx.store.userDevices.findOfUser(place.user.id)
  const value = remembers || former === null || !place.cookie ? randomToken() : place.cookie
  const tokenHash = sha256Hex(value)
  if (former !== null && former !== tokenHash)
    await tx.store.userDevices.renewToken(former, tokenHash)
  const device = await keep(tx, place, { known, tokenHash, remembers })
  if (remembers) audit(tx, 'remembered_browser', { userId: place.user.id, deviceId: device.id })
  if (!known) await forgetOldest(tx, others)
  const isNew = !known && place.isNewSession && newSignInNotice
  if (isNew && isUnlikeOthers(tx, others)) noticeNewSignIn(tx, place.user, device.id)
  return [{ cookie: 'device', value, maxAgeSeconds: keepDays * daySeconds }]
}

async function keep(
  tx: Tx,
  { user }: SignInPlace,
  browser: {
    readonly known: UserDeviceRecord | null
    readonly tokenHash: string
    readonly remembers: boolean
  },
): Promise<{ readonly id: number }> {
  const { deviceName, deviceOs } = deviceOf(tx.userAgent)
  const { rememberBrowserDays: days } = signInFeatures(tx)
  const seen = {
    deviceName,
    deviceOs,
    ipAddress: tx.ip,
    lastSeenAt: tx.now,
    expiresAt: addSeconds(tx.now, keepDays * daySeconds),
    ...(browser.remembers && {
      rememberedAt: tx.now,
      rememberedUntil: addSeconds(tx.now, days * daySeconds),
      authStateGeneration: user.authStateGeneration,
      otpConfigGeneration: user.otpConfigGeneration,
    }),
  }
  if (browser.known) {
    await tx.store.userDevices.update(browser.known.id, seen)
    return browser.known
  }
  const { authStateGeneration, otpConfigGeneration } = user
  const fresh = { userId: user.id, createdAt: tx.now, tokenHash: browser.tokenHash }
  const made = await tx.store.userDevices.insert({
    authStateGeneration,
    otpConfigGeneration,
    ...fresh,
    ...seen,
  })
  if (made) return made
  // Another tab of the browser was first.
  const stored = await tx.store.userDevices.find(browser.tokenHash, user.id)
  if (!stored) throw new Error('A browser that is stored cannot be found.')
  await tx.store.userDevices.update(stored.id, seen)
  return stored
}

/** @param others newest first, without the one just stored */
async function forgetOldest(tx: Tx, others: readonly UserDeviceRecord[]): Promise<void> {
  for (const { id, userId } of others.slice(maxDevices - 1)) {
    await tx.store.userDevices.remove(userId, id)
  }
}

/** The browsers that are remembered for a user, newest use first. */
export async function rememberedBrowsers(
  ctx: Context,
  user: UserRecord,
): Promise<readonly UserDeviceRecord[]> {
  const devices = await ctx.store.userDevices.findOfUser(user.id)
  return devices.filter((device) => isRemembered(ctx, device, user))
}

/**
 * Forgets the remembered browsers of a user, except for the acting one: it may be the only one that is certainly the
 * user's own.
 * @param cookie of the acting browser; null for none
 */
export async function forgetOtherBrowsers(
  { store }: Tx,
  userId: number,
  cookie: string | null,
): Promise<void> {
  await store.userDevices.forgetOfUser(userId, tokenHashOf(cookie))
}

/**
 * The id under which a browser is remembered for a user; null when it is not.
 * @param cookie of the browser
 */
export async function rememberedAs(
  ctx: AnyContext,
  cookie: string | null,
  user: UserRecord,
): Promise<number | null> {
  const tokenHash = tokenHashOf(cookie)
  const device = tokenHash === null ? null : await ctx.store.userDevices.find(tokenHash, user.id)
  return device && isRemembered(ctx, device, user) ? device.id : null
}

/**
 * Ends the time for which a browser is remembered, at its own request after a sign-out. Writes `forgot_browser`.
 * @param cookie of the browser, which proves that it is this one
 * @param id as `rememberedAs` named it
 */
export async function forgetThisBrowser(tx: Tx, cookie: string | null, id: number): Promise<void> {
  const tokenHash = tokenHashOf(cookie)
  const device = tokenHash === null ? null : await tx.store.userDevices.findOfBrowser(tokenHash, id)
  if (device) await forgetBrowsers(tx, device.userId, device.id, '')
}

/**
 * Forgets one remembered browser, or all: the next sign-in there asks for the second factor. Writes `forgot_browser`.
 * @param id null for all
 * @param loggedInUser the actor
 * @returns false when there is no such browser
 */
export async function forgetBrowsers(
  tx: Tx,
  userId: number,
  id: number | null,
  loggedInUser: string,
): Promise<boolean> {
  const forgotten = await tx.store.userDevices.forget(userId, id)
  if (forgotten === 0) return false
  audit(tx, 'forgot_browser', { userId, count: forgotten, loggedInUser })
  return true
}

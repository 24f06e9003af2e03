import { type Context, transaction } from '#lib/context.ts'
import { browserHashes, withSecret } from '#lib/kernel/browser-cookie.ts'
import { addSeconds } from '#lib/kernel/clock.ts'
import { isFromFuture } from '#lib/kernel/clock-skew.ts'
import { equalInConstantTime, sha256Hex } from '#lib/kernel/hash.ts'
import { randomToken } from '#lib/kernel/random.ts'
import type { LinkMarkerRecord } from '#lib/persistence/store.ts'

/** What the link of a mail leads to. */
export type LinkFlow = 'activate' | 'reset'

/** Why a form under a link is refused, as the audit entry says it. */
export type MarkerRefusal =
  | 'marker_missing'
  | 'marker_wrong_flow'
  | 'marker_expired'
  | 'continuation_mismatch'

/** How long after it was sent a link can be followed, in seconds: mail that is held back for a while arrives in time. */
export const linkSeconds = 1_800
/** How long after it was followed its form can be sent, in seconds. */
export const markerSeconds = 1_800
/** How long after a link was sent the next one may be asked for, in seconds. It replaces the one before. */
const renewalSeconds = 60

/** A link that is still good. */
export interface LiveLink {
  readonly flow: LinkFlow
  /** The pre-registration or the user. */
  readonly targetId: number
  readonly codeHash: string
}

/** False while the last link was sent so lately that asking again sends none. */
export function mayRenewLink({ now }: Pick<Context, 'now'>, issuedAt: Date | null): boolean {
  return (
    issuedAt === null || addSeconds(issuedAt, renewalSeconds) <= now || isFromFuture(issuedAt, now)
  )
}

/** True while a link that was sent at this moment can be followed. */
export function isLinkLive(
  { now }: Pick<Context, 'now'>,
  issuedAt: Date,
  seconds = linkSeconds,
): boolean {
  return addSeconds(issuedAt, seconds) > now
}

/** A link whose form is open in a browser, and the address that it was mailed to. */
export interface OpenLink {
  readonly flow: LinkFlow
  readonly email: string
}

/** What following a link leads to: the browser's new cookie, or the question whether another link is given up. */
export type Followed = { readonly cookie: string } | { readonly open: OpenLink }

/**
 * Remembers in the browser that it followed a link; the code is neither spent nor kept. The browser
 * gets a new secret, which the link is bound to: one that somebody else planted would let them send the form.
 * @param browser the browser's cookie
 * @param replaces whether another link that is open in this browser gives way
 * @returns the new cookie, or the other link when it is still good and does not give way
 */
export async function openMarker(
  ctx: Context,
  browser: string | null,
  link: LiveLink,
  replaces: boolean,
): Promise<Followed> {
  const renewed = randomToken()
  const browserHash = sha256Hex(renewed)
  return transaction(ctx, async (tx) => {
    const former = browserHashes(browser)
    const found = await tx.store.linkMarkers.findOfBrowser(former)
    const same = found && isOf(found, link)
    if (found && !same && !replaces && found.expiresAt > tx.now) {
      const email = await outstandingEmail(tx, found)
      if (email !== null) return { open: { flow: found.flow as LinkFlow, email } }
    }
    await tx.store.linkMarkers.removeOfBrowser(former)
    await tx.store.linkMarkers.insert({
      ...link,
      browserHash,
      continuationId: same ? found.continuationId : randomToken(24),
      expiresAt: addSeconds(tx.now, markerSeconds),
    })
    return { cookie: withSecret(browser, renewed) }
  })
}

/**
 * Finds the link that was followed in this browser.
 * @param continuationId of the form; undefined for the page itself
 */
export async function findMarker(
  ctx: Context,
  browser: string | null,
  flow: LinkFlow,
  continuationId?: string,
): Promise<LinkMarkerRecord | MarkerRefusal> {
  const marker = await ctx.store.linkMarkers.findOfBrowser(browserHashes(browser))
  if (!marker) return 'marker_missing'
  if (marker.flow !== flow) return 'marker_wrong_flow'
  if (marker.expiresAt <= ctx.now) return 'marker_expired'
  if (continuationId !== undefined && !equalInConstantTime(marker.continuationId, continuationId)) {
    return 'continuation_mismatch'
  }
  return marker
}

function isOf(marker: LinkMarkerRecord, { flow, targetId, codeHash }: LiveLink): boolean {
  return marker.flow === flow && marker.targetId === targetId && marker.codeHash === codeHash
}

/** Whom a followed link was mailed to; null once it was spent or replaced elsewhere. */
async function outstandingEmail(
  ctx: Context,
  { flow, targetId, codeHash }: LinkMarkerRecord,
): Promise<string | null> {
  if (flow === 'reset') {
    const user = await ctx.store.users.findById(targetId)
    return user?.enabled && user.forgotPasswordCodeHash === codeHash ? user.email : null
  }
  const found = await ctx.store.preRegistrations.findById(targetId)
  return found?.verificationCodeHash === codeHash ? found.email : null
}

import { equalInConstantTime, sha256Hex } from '#lib/base/crypto/hash.ts'
import { randomToken } from '#lib/base/crypto/random.ts'
import { browserHashes, withSecret } from '#lib/base/network/browser-cookie.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import { isFromFuture } from '#lib/base/time/clock-skew.ts'
import { adminTransaction, type Context } from '#lib/context.ts'
import type { LinkMarkerRecord } from '#lib/persistence/store.ts'

/** The purpose of a mailed link with a form. */
export type LinkFlow = 'activate' | 'reset'

/** The reason for refusing a link's form, as in the audit entry. */
export type MarkerRefusal =
  | 'marker_missing'
  | 'marker_wrong_flow'
  | 'marker_expired'
  | 'continuation_mismatch'

/** A link can be followed this long after it was sent, in seconds; delayed mail still arrives in time. */
export const linkSeconds = 1_800
/** The form can be submitted this long after its link was followed, in seconds. */
const markerSeconds = 1_800
/** Minimum time between two links, in seconds. A newer link replaces the older one. */
const renewalSeconds = 60

/** A link that still works. */
export interface LiveLink {
  readonly flow: LinkFlow
  /** Id of the pre-registration or of the user. */
  readonly targetId: number
  readonly codeHash: string
}

/** False while the last link is so recent that a new request sends none. */
export function mayRenewLink({ now }: Pick<Context, 'now'>, issuedAt: Date | null): boolean {
  return (
    issuedAt === null || addSeconds(issuedAt, renewalSeconds) <= now || isFromFuture(issuedAt, now)
  )
}

/** True while a link sent at this time can be followed. */
export function isLinkLive(
  { now }: Pick<Context, 'now'>,
  issuedAt: Date,
  seconds = linkSeconds,
): boolean {
  return addSeconds(issuedAt, seconds) > now
}

/** A link whose form is open in a browser, with the address it was mailed to. */
export interface OpenLink {
  readonly flow: LinkFlow
  readonly email: string
}

/**
 * The result of following a link: the browser's new cookie, or the other open link that the user must agree to replace.
 */
export type Followed = { readonly cookie: string } | { readonly open: OpenLink }

/**
 * Remembers that the browser followed a link. The code is neither spent nor stored. The link is bound to a new browser
 * secret: with a planted secret, an attacker could submit the form.
 * @param browser the browser's cookie
 * @param replaces true when this link may replace another open link of the browser
 * @returns the new cookie, or the other link when it still works and may not be replaced
 */
export async function openMarker(
  ctx: Context,
  browser: string | null,
  link: LiveLink,
  replaces: boolean,
): Promise<Followed> {
  const renewed = randomToken()
  const browserHash = sha256Hex(renewed)
  return adminTransaction(ctx, async (tx) => {
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
 * @param continuationId of the submitted form; undefined for the page itself
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

/** The address a followed link was mailed to; null once the link was spent or replaced elsewhere. */
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

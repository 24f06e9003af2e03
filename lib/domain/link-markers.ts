import { type Context, transaction } from '#lib/context.ts'
import { addSeconds } from '#lib/kernel/clock.ts'
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

/** The code of a link has 32 characters of base64url. */
export const linkCodeBytes = 24
/** How long after it was sent a link can be followed, in seconds. */
export const linkSeconds = 300
/** How long after it was followed its form can be sent, in seconds. */
export const markerSeconds = 300
/** Longer values were never sent. */
const maxCodeLength = 128

/** A link that is still good. */
export interface LiveLink {
  readonly flow: LinkFlow
  /** The pre-registration or the user. */
  readonly targetId: number
  readonly codeHash: string
}

/** The hash under which a link's code is found; null for what cannot be one. */
export function linkCodeHash(code: string): string | null {
  return code === '' || code.length > maxCodeLength ? null : sha256Hex(code)
}

/**
 * Remembers in the browser that it followed a link; the code is neither spent nor kept. The browser
 * gets a new cookie: one that somebody else planted would let them send the form.
 * @param browser the browser's cookie
 * @returns the new cookie; null when another link that is still good is open in this browser
 */
export async function openMarker(
  ctx: Context,
  browser: string | null,
  link: LiveLink,
): Promise<string | null> {
  const renewed = randomToken()
  const browserHash = sha256Hex(renewed)
  const opened = await transaction(ctx, async (tx) => {
    const former = browser === null ? null : sha256Hex(browser)
    const found = former && (await tx.store.linkMarkers.findOfBrowser(former))
    const same = found && isOf(found, link)
    if (found && !same && found.expiresAt > tx.now && (await isOutstanding(tx, found))) return false
    if (former) {
      await tx.store.linkMarkers.removeOfBrowser(former)
      await tx.store.ceremonies.rebind(former, browserHash)
    }
    await tx.store.linkMarkers.insert({
      ...link,
      browserHash,
      continuationId: same ? found.continuationId : randomToken(24),
      expiresAt: addSeconds(tx.now, markerSeconds),
    })
    return true
  })
  return opened ? renewed : null
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
  const marker = browser && (await ctx.store.linkMarkers.findOfBrowser(sha256Hex(browser)))
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

/** A link that was spent or replaced elsewhere keeps nobody from following another. */
async function isOutstanding(ctx: Context, { flow, targetId, codeHash }: LinkMarkerRecord) {
  if (flow === 'reset') {
    const user = await ctx.store.users.findById(targetId)
    return user?.enabled === true && user.forgotPasswordCodeHash === codeHash
  }
  const found = await ctx.store.preRegistrations.findById(targetId)
  return found?.verificationCodeHash === codeHash
}

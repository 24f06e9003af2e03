import { addSeconds, daySeconds } from '#lib/base/time/clock.ts'
import type { Context } from '#lib/context.ts'

/** More replays than this in a day are no chance. */
const usualReplays = 3
/** A thief comes from elsewhere, or later. */
const maxSecondsSinceRotation = 600
/** Entries that are looked at: enough to tell. */
const maxEntries = 200

/**
 * True when several copies of a client probably share one refresh token: spent tokens come again soon, from the network
 * that renewed them. Each such replay ends the sign-in of all copies. False while audit entries are not stored.
 */
export async function doCopiesShareSignIn(ctx: Context, clientId: number): Promise<boolean> {
  const entries = await ctx.store.auditLog.listOfClient(
    clientId,
    'refresh_token_replay_detected',
    addSeconds(ctx.now, -daySeconds),
    maxEntries,
  )
  return entries.filter(({ details }) => isOfCopy(JSON.parse(details))).length > usualReplays
}

function isOfCopy(details: Readonly<Record<string, unknown>>): boolean {
  const { sameNetwork, secondsSinceRotation: seconds } = details
  return sameNetwork === true && typeof seconds === 'number' && seconds < maxSecondsSinceRotation
}

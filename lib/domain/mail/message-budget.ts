import { refuse } from '#lib/answers/refusal.ts'
import type { Context } from '#lib/context.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { reserveFailure } from '../limits/rate-limits.ts'

/**
 * Reserves one of the messages with a code that a user may ask for: one a minute and five an hour.
 * @throws Refusal TOO_MANY_REQUESTS
 */
export async function reserveMessage(ctx: Context, { subject }: UserRecord) {
  const reservation = await reserveFailure(ctx, [['email_verification_send', subject]])
  if (!reservation.refused) return reservation
  throw refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: reservation.retryAfterSeconds })
}

import type { Context, Tx } from '#lib/context.ts'
import { refuse } from '#lib/kernel/errors.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { renewedHash, requireHashingRoom, verifyPassword } from './password.ts'
import { checkReserved, type Reservation, reserveFailure } from './rate-limits.ts'
import { noteWrongPassword } from './sign-in-failures.ts'
import { lockUser } from './users.ts'

/**
 * Has users prove with their password that a change of credentials is theirs.
 * @throws Refusal TOO_MANY_REQUESTS, before the password is looked at; AUTHENTICATION_FAILED
 * @throws Unavailable, which is no failure
 */
export async function confirmPassword(
  ctx: Context,
  user: UserRecord,
  password: string,
): Promise<void> {
  const reservation = await reserveConfirmation(ctx, user)
  await verifyOwnPassword(ctx, reservation, user, password)
  await reservation.release()
}

type HeldReservation = Reservation & { readonly refused: false }

/**
 * A place for one failure to confirm a change. Password, email and two-factor changes share one budget, which is always
 * on (docs/specification.md "Limits").
 * @throws Refusal TOO_MANY_REQUESTS
 * @throws Unavailable when too many passwords wait to be looked at
 */
export async function reserveConfirmation(
  ctx: Context,
  user: UserRecord,
): Promise<HeldReservation> {
  requireHashingRoom()
  const reservation = await reserveFailure(ctx, [['account_credentials', user.subject]])
  if (!reservation.refused) return reservation
  throw refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: reservation.retryAfterSeconds })
}

/**
 * Looks at the password that a place was reserved for; a failure of ours gives the place back.
 * @throws Refusal AUTHENTICATION_FAILED
 * @throws Unavailable, which is no failure
 */
export async function verifyOwnPassword(
  ctx: Context,
  reservation: HeldReservation,
  user: UserRecord,
  password: string,
): Promise<void> {
  const verdict = await checkReserved(reservation, () =>
    verifyPassword(user.passwordHash, password, ctx),
  )
  if (verdict === 'wrong') {
    await noteWrongPassword(ctx, user.email, user)
    throw refuse('AUTHENTICATION_FAILED')
  }
  const renewed = await checkReserved(reservation, () => renewedHash(verdict, password, ctx))
  if (renewed) await ctx.store.users.rehash(user.id, user.passwordHash, renewed)
}

/**
 * Locks the user for the change that a password confirmed. What was confirmed is void when the
 * credentials changed since: of two changes with one password the second fails.
 * @param user as read when the password was confirmed
 * @returns the user as now stored
 * @throws Refusal NOT_FOUND; AUTHENTICATION_FAILED
 */
export async function lockConfirmed(tx: Tx, user: UserRecord): Promise<UserRecord> {
  const now = await lockUser(tx, user.id)
  if (now.authStateGeneration !== user.authStateGeneration) throw refuse('AUTHENTICATION_FAILED')
  return now
}

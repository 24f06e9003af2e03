import { refuse } from '#lib/answers/refusal.ts'
import type { AdminTx, Context } from '#lib/context.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { checkReserved, type Reservation, reserveFailure } from '../limits/rate-limits.ts'
import { noteWrongPassword } from '../sign-in/sign-in-failures.ts'
import { lockUser } from '../users/users.ts'
import { renewedHash, requireHashingRoom, verifyPassword } from './password.ts'

/**
 * Confirms with the password that a change of credentials comes from the user.
 * @throws Refusal TOO_MANY_REQUESTS, before the password is checked; AUTHENTICATION_FAILED
 * @throws Unavailable, which does not count as a failure
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
 * Reserves one failure of a change confirmation. Password, email and two-factor changes share one budget, which is
 * always on (docs/specification.md "Limits").
 * @throws Refusal TOO_MANY_REQUESTS
 * @throws Unavailable when too many passwords are waiting to be checked
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
 * Checks the password under a reservation; a server error releases the reservation.
 * @throws Refusal AUTHENTICATION_FAILED
 * @throws Unavailable, which does not count as a failure
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
 * Locks the user for the change that a password confirmed. The confirmation is void when the credentials changed in
 * between: of two changes confirmed by one password, the second fails.
 * @param user as read when the password was confirmed
 * @returns the user as now stored
 * @throws Refusal NOT_FOUND; AUTHENTICATION_FAILED
 */
export async function lockConfirmed(tx: AdminTx, user: UserRecord): Promise<UserRecord> {
  const now = await lockUser(tx, user.id)
  if (now.authStateGeneration !== user.authStateGeneration) throw refuse('AUTHENTICATION_FAILED')
  return now
}

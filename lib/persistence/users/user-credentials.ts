import { firstOrNull, updatedRows } from '../database/results.ts'
import type { Queries } from '../database/tables.ts'
import type { UserRecord } from './users.ts'

/** Replaces a hash made with older parameters, unless the password changed meanwhile. */
export function rehash(
  queries: Queries,
  id: number,
  oldHash: string,
  passwordHash: string,
): Promise<number> {
  return updatedRows(
    queries
      .updateTable('users')
      .where('id', '=', id)
      .set({ passwordHash })
      .where('passwordHash', '=', oldHash),
  )
}

/**
 * Stores the code of a reset link in place of the previous one.
 * @param user as it was read
 * @returns the current user; null when it no longer exists, is disabled, has another address, or was sent another
 *   link meanwhile
 */
export function keepResetCode(
  queries: Queries,
  { id, email, forgotPasswordCodeIssuedAt: former }: UserRecord,
  forgotPasswordCodeHash: string,
  forgotPasswordCodeIssuedAt: Date,
): Promise<UserRecord | null> {
  return firstOrNull(
    queries
      .updateTable('users')
      .where('id', '=', id)
      .set({ forgotPasswordCodeHash, forgotPasswordCodeIssuedAt })
      .where('email', '=', email)
      .where('enabled', '=', true)
      .where('forgotPasswordCodeIssuedAt', former ? '=' : 'is', former)
      .returningAll(),
  )
}

/**
 * Stores the code that verifies the user's address in place of the previous one.
 * @param user as it was read
 * @returns false when the user no longer exists, the address changed or is verified, or another code was sent
 *   meanwhile
 */
export async function keepVerificationCode(
  queries: Queries,
  { id, email, emailVerificationCodeIssuedAt: former }: UserRecord,
  emailVerificationCodeEncrypted: Uint8Array<ArrayBuffer>,
  emailVerificationCodeIssuedAt: Date,
): Promise<boolean> {
  const change = queries
    .updateTable('users')
    .where('id', '=', id)
    .set({ emailVerificationCodeEncrypted, emailVerificationCodeIssuedAt })
    .where('email', '=', email)
    .where('emailVerified', '=', false)
    .where('emailVerificationCodeIssuedAt', former ? '=' : 'is', former)
  return (await updatedRows(change)) === 1
}

/** Removes a code that did not reach the user; a later code stays. */
export function withdrawVerificationCode(
  queries: Queries,
  id: number,
  sealed: Uint8Array<ArrayBuffer>,
): Promise<number> {
  return updatedRows(
    queries
      .updateTable('users')
      .where('id', '=', id)
      .set({ emailVerificationCodeEncrypted: null, emailVerificationCodeIssuedAt: null })
      .where('emailVerificationCodeEncrypted', '=', sealed),
  )
}

/** Records that an address is verified, unless the user has another one by now. */
export async function markVerified(queries: Queries, id: number, email: string): Promise<void> {
  await queries
    .updateTable('users')
    .set({
      emailVerified: true,
      emailVerificationCodeEncrypted: null,
      emailVerificationCodeIssuedAt: null,
    })
    .where('id', '=', id)
    .where('email', '=', email)
    .execute()
}

import { updatedRows } from '../database/results.ts'
import type { Queries } from '../database/tables.ts'
import type { UserRecord } from './users.ts'

// Applications receive `updatedAt` of a user, and a pending address must not change it.

/** A requested address, with the code that was sent to it. */
export type PendingEmail = Pick<
  UserRecord,
  | 'pendingEmail'
  | 'pendingEmailCodeEncrypted'
  | 'pendingEmailCodeIssuedAt'
  | 'pendingEmailGeneration'
>

/** The columns of a user without a pending address. */
const none = {
  pendingEmail: '',
  pendingEmailCodeEncrypted: null,
  pendingEmailCodeIssuedAt: null,
} as const

/** Stores a pending address in place of an earlier one. */
export function keepPendingEmail(
  queries: Queries,
  id: number,
  pending: PendingEmail,
): Promise<number> {
  return updatedRows(queries.updateTable('users').set(pending).where('id', '=', id))
}

/**
 * Stores another code for the pending address.
 * @param user as it was read
 * @returns false when the address was confirmed, replaced or cancelled meanwhile, or another code was sent
 */
export async function keepPendingEmailCode(
  queries: Queries,
  { id, pendingEmail, pendingEmailCodeIssuedAt: former }: UserRecord,
  pendingEmailCodeEncrypted: Uint8Array<ArrayBuffer>,
  pendingEmailCodeIssuedAt: Date,
): Promise<boolean> {
  const change = queries
    .updateTable('users')
    .set({ pendingEmailCodeEncrypted, pendingEmailCodeIssuedAt })
    .where('id', '=', id)
    .where('pendingEmail', '=', pendingEmail)
    .where('pendingEmailCodeIssuedAt', former ? '=' : 'is', former)
  return (await updatedRows(change)) === 1
}

/** Removes a code that did not reach the pending address; a later code stays. */
export function withdrawPendingEmailCode(
  queries: Queries,
  id: number,
  sealed: Uint8Array<ArrayBuffer>,
): Promise<number> {
  return updatedRows(
    queries
      .updateTable('users')
      .set({ pendingEmailCodeEncrypted: null })
      .where('id', '=', id)
      .where('pendingEmailCodeEncrypted', '=', sealed),
  )
}

/** Removes the pending address of a user. */
export function clearPendingEmail(queries: Queries, id: number): Promise<number> {
  return updatedRows(
    queries.updateTable('users').set(none).where('id', '=', id).where('pendingEmail', '<>', ''),
  )
}

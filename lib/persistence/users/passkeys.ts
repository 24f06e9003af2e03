import { firstOrNull, updatedRows } from '../database/results.ts'
import type { NewRow, Queries, Row } from '../database/tables.ts'

/** The public key of a discoverable WebAuthn credential, and its known properties. */
export type PasskeyRecord = Row<'passkeys'>
export type NewPasskey = NewRow<'passkeys'>

/** The passkeys of a user, oldest first. */
export function findOfUser(queries: Queries, userId: number): Promise<PasskeyRecord[]> {
  return queries
    .selectFrom('passkeys')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
}

/** @param credentialId base64url */
export function findByCredential(
  queries: Queries,
  credentialId: string,
): Promise<PasskeyRecord | null> {
  return firstOrNull(
    queries.selectFrom('passkeys').selectAll().where('credentialId', '=', credentialId),
  )
}

/** Reads a passkey of a user and locks it until the transaction ends. */
export function lock(queries: Queries, userId: number, id: number): Promise<PasskeyRecord | null> {
  const own = queries.selectFrom('passkeys').selectAll().where('id', '=', id)
  return firstOrNull(own.where('userId', '=', userId).forUpdate())
}

/** The passkey that a user still has; the row cannot be removed until the transaction ends. */
export function hold(queries: Queries, userId: number, id: number): Promise<PasskeyRecord | null> {
  const own = queries.selectFrom('passkeys').selectAll().where('id', '=', id)
  return firstOrNull(own.where('userId', '=', userId).forKeyShare())
}

/** @throws a unique violation for a credential that is stored already */
export function insert(queries: Queries, passkey: NewPasskey): Promise<PasskeyRecord> {
  return queries.insertInto('passkeys').values(passkey).returningAll().executeTakeFirstOrThrow()
}

/** The properties of a credential that an accepted assertion states. */
export interface PasskeyUse {
  readonly signCount: number
  readonly backupEligible: boolean
  readonly backedUp: boolean
  readonly lastUsedAt: Date
}

/**
 * Records the use of a passkey.
 * @param countMustGrow false: the count is stored whatever it was
 * @returns false when the passkey is gone, or its count is not below the new one
 */
export async function noteUse(
  queries: Queries,
  id: number,
  use: PasskeyUse,
  countMustGrow: boolean,
): Promise<boolean> {
  const change = queries.updateTable('passkeys').set(use).where('id', '=', id)
  const guarded = countMustGrow ? change.where('signCount', '<', use.signCount) : change
  return (await updatedRows(guarded)) === 1
}

export async function rename(
  queries: Queries,
  userId: number,
  id: number,
  name: string,
): Promise<boolean> {
  const change = queries.updateTable('passkeys').set({ name }).where('id', '=', id)
  return (await updatedRows(change.where('userId', '=', userId))) === 1
}

export async function remove(queries: Queries, id: number): Promise<void> {
  await queries.deleteFrom('passkeys').where('id', '=', id).execute()
}

/** The number of passkeys of another relying party. */
export async function countOfOthers(queries: Queries, relyingPartyId: string): Promise<number> {
  const counted = await queries
    .selectFrom('passkeys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('relyingPartyId', '<>', relyingPartyId)
    .executeTakeFirst()
  return Number(counted?.count ?? 0)
}

export async function countAll(queries: Queries): Promise<number> {
  const counted = await queries
    .selectFrom('passkeys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirst()
  return Number(counted?.count ?? 0)
}

/** Gives a user the handle that authenticators store, unless there is one. */
export async function keepUserHandle(
  queries: Queries,
  userId: number,
  passkeyUserHandle: Uint8Array<ArrayBuffer>,
): Promise<void> {
  await queries
    .updateTable('users')
    .set({ passkeyUserHandle })
    .where('id', '=', userId)
    .where('passkeyUserHandle', 'is', null)
    .execute()
}

/** Switches the demand for a passkey after a password on or off; false without a change. */
export async function setSecondFactor(
  queries: Queries,
  userId: number,
  passkeySecondFactor: boolean,
): Promise<boolean> {
  const change = queries
    .updateTable('users')
    .set((eb) => ({
      passkeySecondFactor,
      otpConfigGeneration: eb('otpConfigGeneration', '+', 1),
    }))
    .where('id', '=', userId)
    .where('passkeySecondFactor', '<>', passkeySecondFactor)
  return (await updatedRows(change)) === 1
}

/** Counts an offer of a passkey, unless another tab counted as many. */
export async function noteOffer(
  queries: Queries,
  userId: number,
  passkeyOffers: number,
  passkeyOfferedAt: Date,
): Promise<void> {
  await queries
    .updateTable('users')
    .set({ passkeyOffers, passkeyOfferedAt })
    .where('id', '=', userId)
    .where('passkeyOffers', '<', passkeyOffers)
    .execute()
}

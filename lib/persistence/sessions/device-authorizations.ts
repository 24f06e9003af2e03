import { countUpTo, firstOrNull, updatedRows } from '../database/results.ts'
import type { NewRow, Queries, Row } from '../database/tables.ts'
import { removeExpiredRows } from '../maintenance/expiring-tables.ts'

// Devices that wait for their users (RFC 8628).

export type DeviceAuthorizationRecord = Row<'deviceAuthorizations'>

/** The user's approval, and its end for the device. */
export interface DeviceApproval {
  readonly userId: number
  readonly sessionIdentifier: string
  readonly approvedEncrypted: NonNullable<DeviceAuthorizationRecord['approvedEncrypted']>
  readonly expiresAt: Date
}

/** Owners of approvals whose device has no tokens yet: a user, a session, or a client. */
export type UncollectedOf =
  | { readonly userId: number }
  | { readonly userId: number; readonly sessionIdentifier: string }
  | { readonly userId: number; readonly clientId: number }
  | { readonly clientId: number }

/** Inserts a row, unless one of its codes is in use. @returns whether it was inserted */
export async function insert(
  queries: Queries,
  row: NewRow<'deviceAuthorizations'>,
): Promise<boolean> {
  const inserted = await queries
    .insertInto('deviceAuthorizations')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return inserted.length === 1
}

export function findByDeviceCode(
  queries: Queries,
  deviceCodeHash: string,
): Promise<DeviceAuthorizationRecord | null> {
  return firstOrNull(
    queries
      .selectFrom('deviceAuthorizations')
      .selectAll()
      .where('deviceCodeHash', '=', deviceCodeHash),
  )
}

/** The row that waits for its user under one of the hashes of a code. */
export function findPending(
  queries: Queries,
  userCodeHashes: readonly string[],
  now: Date,
): Promise<DeviceAuthorizationRecord | null> {
  return firstOrNull(
    queries
      .selectFrom('deviceAuthorizations')
      .selectAll()
      .where('userCodeHash', 'in', userCodeHashes)
      .where('state', '=', 'pending')
      .where('expiresAt', '>', now),
  )
}

export function findById(queries: Queries, id: number): Promise<DeviceAuthorizationRecord | null> {
  return firstOrNull(queries.selectFrom('deviceAuthorizations').selectAll().where('id', '=', id))
}

/** Counts the devices that wait, of one client in one network or of all; counting stops at a limit. */
export function countWaiting(
  queries: Queries,
  of: { readonly clientId: number; readonly ipAddress: string } | null,
  now: Date,
  limit: number,
): Promise<number> {
  const waiting = queries
    .selectFrom('deviceAuthorizations')
    .select('id')
    .where('expiresAt', '>', now)
    .where('state', 'in', ['pending', 'approved'])
    .where((eb) => eb.and(of ? { ...of } : {}))
  return countUpTo(queries, waiting, limit)
}

/** Records a poll that came in time. @returns false when another poll was first */
export async function notePoll(
  queries: Queries,
  { id, lastPolledAt }: DeviceAuthorizationRecord,
  now: Date,
): Promise<boolean> {
  const noted = await updatedRows(
    queries
      .updateTable('deviceAuthorizations')
      .set({ lastPolledAt: now })
      .where('id', '=', id)
      .where('lastPolledAt', lastPolledAt === null ? 'is' : '=', lastPolledAt),
  )
  return noted === 1
}

/** Lengthens the interval between polls, in seconds. */
export async function slowDown(
  queries: Queries,
  id: number,
  { add, atMost }: { readonly add: number; readonly atMost: number },
): Promise<void> {
  await queries
    .updateTable('deviceAuthorizations')
    .set((eb) => ({ intervalSeconds: eb('intervalSeconds', '+', add) }))
    .where('id', '=', id)
    .where('intervalSeconds', '<=', atMost - add)
    .execute()
}

/** Approves a device that still waits. @returns false when the user answered before, or the code has expired */
export async function approve(
  queries: Queries,
  id: number,
  approval: DeviceApproval,
  now: Date,
): Promise<boolean> {
  const approved = await updatedRows(
    queries
      .updateTable('deviceAuthorizations')
      .set({ ...approval, state: 'approved' })
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .where('expiresAt', '>', now),
  )
  return approved === 1
}

/** Denies a device that still waits. @returns false when the user answered before, or the code has expired */
export async function deny(queries: Queries, id: number, now: Date): Promise<boolean> {
  const denied = await updatedRows(
    queries
      .updateTable('deviceAuthorizations')
      .set({ state: 'denied' })
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .where('expiresAt', '>', now),
  )
  return denied === 1
}

/** Revokes approvals whose device has no tokens yet. */
export async function denyUncollected(queries: Queries, of: UncollectedOf): Promise<void> {
  await queries
    .updateTable('deviceAuthorizations')
    .set({ state: 'denied', approvedEncrypted: null })
    .where('state', '=', 'approved')
    .where((eb) => eb.and({ ...of }))
    .execute()
}

/** Ends a device code, which has been answered. @returns false when another request was first */
export async function spend(
  queries: Queries,
  id: number,
  state: 'approved' | 'denied',
): Promise<boolean> {
  const spent = await updatedRows(
    queries
      .updateTable('deviceAuthorizations')
      .set({ state: 'spent', approvedEncrypted: null })
      .where('id', '=', id)
      .where('state', '=', state),
  )
  return spent === 1
}

/** Removes at most `limit` rows that expired before a time. */
export function removeExpired(queries: Queries, before: Date, limit: number): Promise<number> {
  return removeExpiredRows(queries, 'deviceAuthorizations', before, limit)
}

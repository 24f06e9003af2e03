import { deletedRows, firstOrNull, updatedRows } from '../database/results.ts'
import type { NewRow, Queries, Row, RowChange } from '../database/tables.ts'
import { removeExpiredRows } from '../maintenance/expiring-tables.ts'

/** A browser that a user signed in with. */
export type UserDeviceRecord = Row<'userDevices'>
export type NewUserDevice = NewRow<'userDevices'>

export function find(
  queries: Queries,
  tokenHash: string,
  userId: number,
): Promise<UserDeviceRecord | null> {
  const ofBrowser = queries.selectFrom('userDevices').selectAll().where('tokenHash', '=', tokenHash)
  return firstOrNull(ofBrowser.where('userId', '=', userId))
}

/** A browser by its row, if the cookie has the row's value. */
export function findOfBrowser(
  queries: Queries,
  tokenHash: string,
  id: number,
): Promise<UserDeviceRecord | null> {
  const ofBrowser = queries.selectFrom('userDevices').selectAll().where('tokenHash', '=', tokenHash)
  return firstOrNull(ofBrowser.where('id', '=', id))
}

/** The browsers of a user, newest use first. */
export function findOfUser(queries: Queries, userId: number): Promise<UserDeviceRecord[]> {
  return queries
    .selectFrom('userDevices')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Stores a browser; null when it was stored already. */
export function insert(queries: Queries, device: NewUserDevice): Promise<UserDeviceRecord | null> {
  return firstOrNull(
    queries
      .insertInto('userDevices')
      .values(device)
      .onConflict((conflict) => conflict.columns(['tokenHash', 'userId']).doNothing())
      .returningAll(),
  )
}

export async function update(
  queries: Queries,
  id: number,
  change: RowChange<'userDevices'>,
): Promise<void> {
  await queries.updateTable('userDevices').set(change).where('id', '=', id).execute()
}

/** Gives a browser another value of its cookie, for all its users. */
export async function renewToken(
  queries: Queries,
  tokenHash: string,
  renewed: string,
): Promise<void> {
  await queries
    .updateTable('userDevices')
    .set({ tokenHash: renewed })
    .where('tokenHash', '=', tokenHash)
    .execute()
}

/** Ends the time for which the browsers of a user are remembered, except for one browser. */
export async function forgetOfUser(
  queries: Queries,
  userId: number,
  exceptTokenHash: string | null = null,
): Promise<void> {
  const change = queries
    .updateTable('userDevices')
    .set({ rememberedAt: null, rememberedUntil: null })
    .where('userId', '=', userId)
    .where('rememberedUntil', 'is not', null)
  const others =
    exceptTokenHash === null ? change : change.where('tokenHash', '<>', exceptTokenHash)
  await others.execute()
}

/**
 * Ends the time for which one browser of a user, or every one, is remembered.
 * @param id null for every one
 * @returns the number of remembered browsers
 */
export function forget(queries: Queries, userId: number, id: number | null): Promise<number> {
  const all = queries
    .updateTable('userDevices')
    .set({ rememberedAt: null, rememberedUntil: null })
    .where('userId', '=', userId)
    .where('rememberedUntil', 'is not', null)
  return updatedRows(id === null ? all : all.where('id', '=', id))
}

/** Claims the browsers of a user that no message has named yet; returns their number. */
export function takeUntold(queries: Queries, userId: number): Promise<number> {
  const untold = queries
    .updateTable('userDevices')
    .set({ isUntold: false })
    .where('userId', '=', userId)
    .where('isUntold', '=', true)
  return updatedRows(untold)
}

/** Removes one browser of a user; false when there is no such one. */
export async function remove(queries: Queries, userId: number, id: number): Promise<boolean> {
  const removal = queries.deleteFrom('userDevices').where('id', '=', id)
  return (await deletedRows(removal.where('userId', '=', userId))) === 1
}

/** Removes at most `limit` browsers that were not seen for long; returns the number removed. */
export function removeExpired(queries: Queries, now: Date, limit: number): Promise<number> {
  return removeExpiredRows(queries, 'userDevices', now, limit)
}

import type { AdminSource } from '../database/sources.ts'
import type { NewRecord, Row } from '../database/tables.ts'
import { removeExpiredRows } from '../maintenance/expiring-tables.ts'

/** A sign-in to the console or the account pages. */
export type ConsoleSessionRecord = Row<'consoleSessions'>

export function insert(
  { db }: AdminSource,
  session: NewRecord<'consoleSessions'>,
): Promise<ConsoleSessionRecord> {
  return db.consoleSession.create({ data: session })
}

export function findOfCookie(
  { db }: AdminSource,
  cookieHash: string,
  now: Date,
): Promise<ConsoleSessionRecord | null> {
  return db.consoleSession.findFirst({ where: { cookieHash, expiresAt: { gt: now } } })
}

/** Acquires the right to renew the tokens; false when another request holds it. */
export async function lease(
  { db }: AdminSource,
  id: number,
  now: Date,
  until: Date,
): Promise<boolean> {
  const free = { OR: [{ refreshingUntil: null }, { refreshingUntil: { lt: now } }] }
  const { count } = await db.consoleSession.updateMany({
    where: { id, ...free },
    data: { refreshingUntil: until },
  })
  return count === 1
}

/** Stores renewed tokens and releases the right to renew. */
export async function renew(
  { db }: AdminSource,
  id: number,
  sealed: Uint8Array<ArrayBuffer>,
  expiresAt: Date,
): Promise<void> {
  await db.consoleSession.updateMany({
    where: { id },
    data: { sealed, expiresAt, refreshingUntil: null },
  })
}

/** Releases the right to renew. */
export async function release({ db }: AdminSource, id: number): Promise<void> {
  await db.consoleSession.updateMany({ where: { id }, data: { refreshingUntil: null } })
}

export async function removeOfCookie({ db }: AdminSource, cookieHash: string): Promise<void> {
  await db.consoleSession.deleteMany({ where: { cookieHash } })
}

/** Removes at most `limit` expired sessions; returns the number removed. */
export function removeExpired({ queries }: AdminSource, now: Date, limit: number): Promise<number> {
  return removeExpiredRows(queries, 'consoleSessions', now, limit)
}

import type { AdminSource } from '../database/sources.ts'
import type { NewRecord, Row } from '../database/tables.ts'
import { removeExpiredRows } from '../maintenance/expiring-tables.ts'

/** A mailed link that was followed in a browser. */
export type LinkMarkerRecord = Row<'linkMarkers'>

export async function insert({ db }: AdminSource, marker: NewRecord<'linkMarkers'>): Promise<void> {
  await db.linkMarker.create({ data: marker })
}

/**
 * The link that this browser followed last.
 * @param browserHashes of all secrets of the browser's cookie
 */
export function findOfBrowser(
  { db }: AdminSource,
  browserHashes: readonly string[],
): Promise<LinkMarkerRecord | null> {
  return db.linkMarker.findFirst({
    where: { browserHash: { in: [...browserHashes] } },
    orderBy: { id: 'desc' },
  })
}

export async function removeOfBrowser(
  { db }: AdminSource,
  browserHashes: readonly string[],
): Promise<void> {
  await db.linkMarker.deleteMany({ where: { browserHash: { in: [...browserHashes] } } })
}

/** Removes at most `limit` expired markers; returns the number removed. */
export function removeExpired({ queries }: AdminSource, now: Date, limit: number): Promise<number> {
  return removeExpiredRows(queries, 'linkMarkers', now, limit)
}

import type { AdminSource } from '../database/sources.ts'
import type { Row } from '../database/tables.ts'
import { removeExpiredRows } from '../maintenance/expiring-tables.ts'

/** A mailed link that no longer works, with the reason. */
export type FormerLinkRecord = Row<'formerLinks'>

export function find({ db }: AdminSource, codeHash: string): Promise<FormerLinkRecord | null> {
  return db.formerLink.findUnique({ where: { codeHash } })
}

export async function insert({ db }: AdminSource, link: FormerLinkRecord): Promise<void> {
  await db.formerLink.create({ data: link })
}

/** Records that the link that replaced these was used. */
export async function markUsed({ db }: AdminSource, flow: string, targetId: number): Promise<void> {
  await db.formerLink.updateMany({ where: { flow, targetId, used: false }, data: { used: true } })
}

/** Removes at most `limit` expired rows; returns the number removed. */
export function removeExpired({ queries }: AdminSource, now: Date, limit: number): Promise<number> {
  return removeExpiredRows(queries, 'formerLinks', now, limit)
}

import type { AdminSource } from '../database/sources.ts'

/** Removes at most `limit` counts whose window has ended; returns the number removed. */
export async function removeExpired(
  { db }: AdminSource,
  now: Date,
  limit: number,
): Promise<number> {
  const where = { expiresAt: { lt: now } }
  const old = await db.refusalCount.findMany({ where, take: limit, select: { key: true } })
  const key = { in: old.map((row) => row.key) }
  return (await db.refusalCount.deleteMany({ where: { ...where, key } })).count
}

import type { AdminSource } from '../database/sources.ts'
import { removeByIds } from '../maintenance/removal.ts'

/**
 * Removes the interactions of a browser that signs out.
 * @param browserHashes of all secrets of its cookie
 */
export async function removeOfBrowser(
  { db }: AdminSource,
  browserHashes: readonly string[],
): Promise<void> {
  await db.interaction.deleteMany({ where: { browserHash: { in: [...browserHashes] } } })
}

/**
 * The sign-in that a browser began last and has not finished yet.
 * @param browserHashes of all secrets of its cookie
 */
export function findNewestOpen(
  { db }: AdminSource,
  browserHashes: readonly string[],
  now: Date,
): Promise<{ readonly interactionIdentifier: string } | null> {
  return db.interaction.findFirst({
    where: { browserHash: { in: [...browserHashes] }, completedAt: null, expiresAt: { gt: now } },
    orderBy: { id: 'desc' },
    select: { interactionIdentifier: true },
  })
}

/** Number and approximate size of all sign-ins in progress, read from an index. */
export async function total({
  db,
}: AdminSource): Promise<{ readonly rows: number; readonly bytes: number }> {
  const { _count, _sum } = await db.interaction.aggregate({
    _count: true,
    _sum: { sizeBytes: true },
  })
  return { rows: _count, bytes: _sum.sizeBytes ?? 0 }
}

/** Removes the `limit` oldest interactions, those without a signed-in user first; returns the number removed. */
export async function removeOldest({ db }: AdminSource, limit: number): Promise<number> {
  const oldest = (where: object, take: number) =>
    db.interaction.findMany({ where, orderBy: { id: 'asc' }, take, select: { id: true } })
  const anonymous = await oldest({ userId: null }, limit)
  const missing = limit - anonymous.length
  const others = missing > 0 ? await oldest({ userId: { not: null } }, missing) : []
  return removeByIds(db.interaction, [...anonymous, ...others])
}

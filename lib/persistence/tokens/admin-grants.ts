import type { AdminSource } from '../database/sources.ts'
import { removeByIds } from '../maintenance/removal.ts'

/**
 * Removes at most `limit` grants that ended before `before`, with their codes; returns the number removed. A grant
 * with refresh tokens stays until they are removed. A grant never ends before its tokens, so grants that ended
 * after the oldest token are not searched.
 */
export async function removeEnded(
  { db }: AdminSource,
  before: Date,
  limit: number,
): Promise<number> {
  const oldest = await db.refreshToken.findFirst({
    orderBy: { expiresAt: 'asc' },
    select: { expiresAt: true },
  })
  const end = oldest && oldest.expiresAt < before ? oldest.expiresAt : before
  const rows = await db.grant.findMany({
    where: { expiresAt: { lt: end }, refreshTokens: { none: {} } },
    orderBy: { expiresAt: 'asc' },
    take: limit,
    select: { id: true },
  })
  return removeByIds(db.grant, rows)
}

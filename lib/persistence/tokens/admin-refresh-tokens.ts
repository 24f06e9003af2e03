import type { AdminSource } from '../database/sources.ts'
import { removeByIds } from '../maintenance/removal.ts'

/**
 * Removes at most `limit` expired tokens, revoked or not. Removes a code with its last token, if the code was
 * created before `codesBefore`. Returns the number of removed tokens.
 * The two expiry times are searched separately, each along its index: for a combined condition, PostgreSQL would
 * collect every expired row first.
 */
export async function removeExpired(
  { db }: AdminSource,
  now: Date,
  codesBefore: Date,
  limit: number,
): Promise<number> {
  const select = { id: true, codeId: true } as const
  const rows = await db.refreshToken.findMany({
    where: { expiresAt: { lt: now } },
    orderBy: { expiresAt: 'asc' },
    take: limit,
    select,
  })
  if (rows.length < limit) {
    const others = await db.refreshToken.findMany({
      where: { maxLifetime: { lt: now }, expiresAt: { gte: now } },
      orderBy: { maxLifetime: 'asc' },
      take: limit - rows.length,
      select,
    })
    rows.push(...others)
  }
  const removed = await removeByIds(db.refreshToken, rows)
  const codeIds = [...new Set(rows.flatMap(({ codeId }) => codeId ?? []))]
  await db.code.deleteMany({
    where: { id: { in: codeIds }, createdAt: { lt: codesBefore }, refreshTokens: { none: {} } },
  })
  return removed
}

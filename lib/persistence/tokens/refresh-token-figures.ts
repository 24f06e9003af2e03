import { sql } from 'kysely'
import type { AdminSource } from '../database/sources.ts'

/** Numbers of active refresh tokens and of their holders. */
export interface LiveTokens {
  readonly refreshTokens: number
  readonly users: number
  /** When the last of them expires; null without any. */
  readonly until: Date | null
}

/**
 * Counts the tokens in use that were issued from one moment (null: ever) to before another.
 * @param limit counting stops here
 */
export async function countLive(
  { queries }: AdminSource,
  from: Date | null,
  before: Date,
  now: Date,
  limit: number,
): Promise<LiveTokens> {
  const live = queries
    .selectFrom('refreshTokens')
    .where('expiresAt', '>', now)
    .where(sql<boolean>`not revoked`)
    .where('issuedAt', '<', before)
    .$if(from !== null, (rows) => rows.where('issuedAt', '>=', from))
  const counted = await queries
    .selectFrom(live.select('userId').limit(limit).as('live'))
    .select((eb) => [
      eb.fn.countAll<number>().as('refreshTokens'),
      eb.fn.count<number>('userId').distinct().as('users'),
    ])
    .executeTakeFirst()
  const last = await live
    .select('expiresAt')
    .orderBy('expiresAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    refreshTokens: Number(counted?.refreshTokens ?? 0),
    users: Number(counted?.users ?? 0),
    until: last?.expiresAt ?? null,
  }
}

import { sql } from 'kysely'
import type { AdminSource } from '../database/sources.ts'
import type { Queries } from '../database/tables.ts'
import { removeByIds } from '../maintenance/removal.ts'

/** Times that decide which codes are no longer needed. */
interface CodeLimits {
  /** A few minutes ago: a redemption in progress also has a spent code without a refresh token. */
  readonly before: Date
  readonly unusedBefore: Date
  readonly spentSince: Date
}

// Literals match the partial index; with a parameter SQLite would not use it.
const isUsed = sql<boolean>`used`
const isRevoked = sql<boolean>`revoked`

/**
 * Removes at most `limit` codes that are no longer needed; returns the number removed. These are codes created before
 * `before` that were revoked unspent, or spent without a refresh token. Codes that were never presented go when created
 * before `unusedBefore`.
 * Spent codes are searched only since `spentSince`. A code with refresh tokens is removed with the last of them, and
 * scanning all such codes would take minutes.
 */
export async function removeFinished(
  { db, queries }: AdminSource,
  limits: CodeLimits,
  limit: number,
): Promise<number> {
  const found = await unspent(queries, limits).limit(limit).execute()
  if (found.length < limit) {
    const rest = limit - found.length
    found.push(...(await spentWithoutToken(queries, limits).limit(rest).execute()))
  }
  return removeByIds(db.code, found)
}

function unspent(queries: Queries, { before, unusedBefore }: CodeLimits) {
  return oldest(queries)
    .where(sql<boolean>`not ${isUsed}`)
    .where((eb) =>
      eb.or([
        eb('createdAt', '<', unusedBefore),
        eb.and([isRevoked, eb('createdAt', '<', before)]),
      ]),
    )
}

function spentWithoutToken(queries: Queries, { before, spentSince }: CodeLimits) {
  return oldest(queries)
    .where(isUsed)
    .where('createdAt', '>=', spentSince)
    .where('createdAt', '<', before)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('refreshTokens')
            .select('refreshTokens.id')
            .whereRef('refreshTokens.codeId', '=', 'codes.id'),
        ),
      ),
    )
}

function oldest(queries: Queries) {
  return queries.selectFrom('codes').select('id').orderBy('createdAt')
}

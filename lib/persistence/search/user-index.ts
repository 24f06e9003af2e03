import { sql } from 'kysely'
import type { AdminSource } from '../database/sources.ts'
import type { Queries } from '../database/tables.ts'
import { foldTexts } from './user-text-folding.ts'

/** Index pages that one step writes: about five milliseconds. */
const pagesEach = 50

/**
 * Folds texts that are not folded yet: older texts, and those of users that another program wrote.
 * @returns the number of texts; fewer than `limit` when none are left
 */
export function foldBatch({ queries, provider }: AdminSource, limit: number): Promise<number> {
  return foldTexts(queries, provider, limit)
}

/**
 * Merges some of the segments that single writes create in SQLite's index (migration `user_texts`), because a search
 * reads all segments. PostgreSQL merges by itself. Only in a transaction, because it counts the changes of its own
 * connection.
 * @returns false when nothing is left to merge
 */
export async function mergeBatch({ queries, provider }: AdminSource): Promise<boolean> {
  if (provider === 'postgresql') return false
  const before = await changes(queries)
  await sql`insert into user_text_grams (user_text_grams, rank) values ('merge', ${-pagesEach})`.execute(
    queries,
  )
  // Every call counts as at least one change (the FTS5 documentation, `merge`).
  return (await changes(queries)) - before >= 2
}

async function changes(queries: Queries): Promise<number> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(
    queries,
  )
  return Number(rows[0]?.changes)
}

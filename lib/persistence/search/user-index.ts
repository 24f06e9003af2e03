import type { Db, Provider } from '../client.ts'
import type { Connection } from '../connection.ts'
import { foldTexts } from './user-text-folding.ts'

/** Index pages that one step writes: about five milliseconds. */
const pagesEach = 50

/** The index for searches in users' texts (migration `user_texts`). */
export function userIndex(db: Db, provider: Provider, connection: Connection) {
  const changes = async () => Number((await connection.rows('SELECT total_changes()', []))[0]?.[0])
  return {
    /**
     * Folds texts that are not folded yet: older texts, and those of users that another program wrote.
     * @returns the number of texts; fewer than `limit` when none are left
     */
    foldBatch: (limit: number): Promise<number> => foldTexts(db, provider, limit),

    /**
     * Merges some of the segments that single writes create in SQLite's index, because a search reads all segments.
     * PostgreSQL merges by itself. Only in a transaction, because it counts the changes of its own connection.
     * @returns false when nothing is left to merge
     */
    async mergeBatch(): Promise<boolean> {
      if (provider === 'postgresql') return false
      const before = await changes()
      const merge = `INSERT INTO "user_text_grams" ("user_text_grams", "rank") VALUES ('merge', ?)`
      await connection.run(merge, [-pagesEach])
      // Every call counts as at least one change (the FTS5 documentation, `merge`).
      return (await changes()) - before >= 2
    },
  }
}

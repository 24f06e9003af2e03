import type { Db, Provider } from './client.ts'
import type { Connection } from './connection.ts'
import { foldTexts } from './user-text-folding.ts'

/** Pages of the index that one step writes: some five milliseconds. */
const pagesEach = 50

/** The index that finds users by what their texts contain (migration `user_texts`). */
export function userIndex(db: Db, provider: Provider, connection: Connection) {
  const changes = async () => Number((await connection.rows('SELECT total_changes()', []))[0]?.[0])
  return {
    /**
     * Folds texts that are not folded yet: those from before texts were folded, and of users that something else than
     * this program wrote.
     * @returns how many; fewer than `limit` when none are left
     */
    foldBatch: (limit: number): Promise<number> => foldTexts(db, provider, limit),

    /**
     * Puts together some of the pieces that SQLite's index falls into by single writes; a search reads
     * all of them. PostgreSQL does so by itself. Only in a transaction: it counts what its own
     * connection changes.
     * @returns false when the index is in one piece
     */
    async mergeBatch(): Promise<boolean> {
      if (provider === 'postgresql') return false
      const before = await changes()
      const merge = `INSERT INTO "user_text_grams" ("user_text_grams", "rank") VALUES ('merge', ?)`
      await connection.run(merge, [-pagesEach])
      // What is written in any case counts as one change (the FTS5 documentation, `merge`).
      return (await changes()) - before >= 2
    },
  }
}

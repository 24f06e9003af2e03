import { CompiledQuery } from 'kysely'
import type { Database } from '../client.ts'

/** Changes no row, but requires the right to write. */
const noChange = CompiledQuery.raw('UPDATE "settings" SET "id" = "id" WHERE 1 = 0')

/** Time limit of the check, in milliseconds; callers wait less. */
const timeoutMs = 5_000

/**
 * Checks that PostgreSQL accepts writes: a replica, or a server that has become one, still answers reads. The check
 * runs in a transaction, so that a read-only connection is replaced (`PostgresConnection.release`). An SQLite file is
 * checked when it is opened.
 * @throws the error with which the database refuses to write
 */
export async function requireWrites({ provider, transaction }: Database): Promise<void> {
  if (provider === 'sqlite') return
  await transaction((queries) => queries.executeQuery(noChange), timeoutMs)
}

import type { Client, Provider } from './client.ts'

/** Changes no row, but requires the right to write. */
const noChange = 'UPDATE "settings" SET "id" = "id" WHERE 1 = 0'

/** Time limit of the check, in milliseconds; callers wait less. */
const limitMillis = 5_000

/**
 * Checks that PostgreSQL accepts writes: a replica, or a server that has become one, still answers reads. The check
 * runs in a transaction, so that a read-only connection is replaced (`begin`). An SQLite file is checked when it is
 * opened.
 * @throws the error with which the database refuses to write
 */
export async function requireWrites({ $database }: Client, provider: Provider): Promise<void> {
  if (provider === 'sqlite') return
  await $database.transaction({ run: (connection) => connection.run(noChange, []), limitMillis })
}

import type { Client, Provider } from './client.ts'

/** Changes no row, and yet needs what a change needs. */
const noChange = 'UPDATE "settings" SET "id" = "id" WHERE 1 = 0'

/** How long the question may take, in milliseconds; whoever asks has less patience. */
const limitMillis = 5_000

/**
 * Asks a database on a server whether it takes writes: one that is a replica, or has become one, reads as ever. It is
 * asked in a transaction, so that a connection that can only read is replaced (`begin`). A file was looked at when it
 * was opened.
 * @throws what the database says when it refuses to write
 */
export async function requireWrites({ $database }: Client, provider: Provider): Promise<void> {
  if (provider === 'sqlite') return
  await $database.transaction({ run: (connection) => connection.run(noChange, []), limitMillis })
}

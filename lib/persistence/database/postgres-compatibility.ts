/** Queries a PostgreSQL database. */
type Ask = (sql: string) => Promise<readonly Record<string, unknown>[]>

/**
 * Finds the reason why no server can start on a database that answers: its encoding is not UTF-8, or it is read-only.
 * @returns a sentence; null without a reason
 */
export async function findIncompatibility(ask: Ask): Promise<string | null> {
  const [found] = await ask(
    `SELECT current_setting('server_encoding') AS encoding, current_setting('transaction_read_only') AS read_only`,
  )
  if (found?.encoding !== 'UTF8') {
    return `The database has the encoding ${found?.encoding}, but the server requires UTF8. Create another database.`
  }
  return found.read_only === 'on'
    ? 'The database is read-only: it is a replica, or default_transaction_read_only is on.'
    : null
}

/**
 * Adds where to fix it, for the database of an installation.
 * @param incompatibility see `findIncompatibility`
 */
export function describeIncompatibility(incompatibility: string): string {
  return `${incompatibility} Check DATABASE_URL.`
}

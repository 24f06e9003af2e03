/** Asks a PostgreSQL database. */
type Ask = (sql: string) => Promise<readonly Record<string, unknown>[]>

/**
 * Says why no server starts on a database that answers: it holds other characters than the program writes, or it cannot
 * be written.
 * @returns what completes a sentence that begins with the database; null when there is no reason
 */
export async function findUnfitness(ask: Ask): Promise<string | null> {
  const [found] = await ask(
    `SELECT current_setting('server_encoding') AS encoding, current_setting('transaction_read_only') AS read_only`,
  )
  if (found?.encoding !== 'UTF8') {
    return `has the encoding ${found?.encoding}, and the server needs UTF8: make another one`
  }
  return found.read_only === 'on'
    ? 'can only be read: it is a replica, or default_transaction_read_only is on'
    : null
}

/** The sentence that says so of the database of an installation. @param unfitness see `findUnfitness` */
export function describeUnfit(unfitness: string): string {
  return `The database ${unfitness}. Check DATABASE_URL.`
}

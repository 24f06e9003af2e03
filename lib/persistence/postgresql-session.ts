import type pg from 'pg'

/**
 * What the program relies on, whatever the database, the role or the address say. Every connection begins with it.
 * Prisma knows one schema, `public`: what is written by hand must not look elsewhere. Compiling a statement takes
 * longer (60–260 ms) than running it.
 */
export const sessionSettings = `
  SET search_path = public;
  SET default_transaction_isolation = 'read committed';
  SET datestyle = 'ISO';
  SET jit = off
`

/**
 * Connects outside the server's pool.
 * @throws what the network or the database says
 */
export async function beginSession(connection: pg.Client): Promise<void> {
  // A connection that breaks says so to its next statement; unheard it would end the process.
  connection.on('error', () => {})
  await connection.connect()
  await connection.query(sessionSettings)
}

/** Says why the database cannot be worked on at all. @param reason see `reasonOf` */
export function describeUnreachable(reason: string): string {
  return `The database cannot be reached: ${reason}. Check DATABASE_URL.`
}

/** What the network or the database said. A connection to a name with several addresses fails without a message, but with a code. */
export function reasonOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  return (message || code || String(error)).replace(/\.$/, '')
}

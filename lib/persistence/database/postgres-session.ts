import type pg from 'pg'

/**
 * Settings that the program relies on, whatever the defaults of the database, the role or the address. Every connection
 * begins with them. Prisma uses only the schema `public`, so hand-written statements must use the same. JIT is off
 * because compiling a statement takes longer (60–260 ms) than running it.
 */
export const sessionSettings = `
  SET search_path = public;
  SET default_transaction_isolation = 'read committed';
  SET datestyle = 'ISO';
  SET jit = off
`

/**
 * Connects outside the server's pool.
 * @throws errors of the network or the database
 */
export async function beginSession(connection: pg.Client): Promise<void> {
  // A broken connection fails its next statement. Without a listener, its event would end the process.
  connection.on('error', () => {})
  await connection.connect()
  await connection.query(sessionSettings)
}

/**
 * The sentence for an unreachable database.
 * @param reason see `reasonOf`
 */
export function describeUnreachable(reason: string): string {
  return `The database cannot be reached: ${reason}. Check DATABASE_URL.`
}

/**
 * The message of the network or the database. A connection to a name with several addresses fails without a message,
 * but with a code.
 */
export function reasonOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  return (message || code || String(error)).replace(/\.$/, '')
}

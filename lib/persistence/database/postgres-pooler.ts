import type pg from 'pg'

/** Number of checks: other clients of the pooler may hide its behaviour in a single one. */
const rounds = 5

/**
 * Finds out whether an address leads to a pooler that reassigns connections during a session (such as PgBouncer in
 * transaction or statement mode). Session settings and prepared statements of the server would then be missing in later
 * statements.
 * The database's process ids reveal such a pooler. The process of an idle session runs the transaction of another
 * session, or the session continues in another process.
 * @param session connected and idle
 * @param connectAnother to the same address; closed here
 * @returns a sentence; null when a session keeps its connection
 */
export async function findPooler(
  session: pg.Client,
  connectAnother: () => Promise<pg.Client>,
): Promise<string | null> {
  const another = await connectAnother()
  try {
    for (let round = 0; round < rounds; round++) {
      const before = await processOf(session)
      await another.query('BEGIN')
      const isShared = (await processOf(another)) === before
      // Skipped when shared: the pooler may have no second connection, and the query would never return.
      const isReplaced = !isShared && (await processOf(session)) !== before
      await another.query('ROLLBACK')
      if (isShared || isReplaced) return leadsToPooler('transaction')
    }
    return null
  } catch (error) {
    const isStatementMode = /transaction blocks not allowed in statement pooling/i.test(
      String(error),
    )
    if (isStatementMode) return leadsToPooler('statement')
    throw error
  } finally {
    await another.end()
  }
}

function leadsToPooler(mode: 'transaction' | 'statement'): string {
  return `This address leads to a pooler in ${mode} mode (PgBouncer: pool_mode), but the server requires connections of its own. Use the address of the database itself, or of a pool in session mode.`
}

async function processOf(session: pg.Client): Promise<unknown> {
  const { rows } = await session.query('SELECT pg_backend_pid() AS pid')
  return rows[0]?.pid
}

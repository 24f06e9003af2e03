import type pg from 'pg'

/** How often it is asked: others who use the pooler at the same moment may hide once what it does. */
const rounds = 5

/**
 * Says why no server works at an address: it leads to a pooler that hands a connection on before its session is over
 * (PgBouncer in transaction or statement mode, for example). What the server sets and prepares for a session would be
 * missing from one statement to the next. It shows in the database's processes: one that answered a session while it
 * is idle answers the transaction of another one, or the session goes on in another process.
 * @param session connected, and idle
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
      // Not asked when it is shared: the pooler may have no second one, and the answer would not come.
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
  return `This address leads to a pooler in ${mode} mode (PgBouncer: pool_mode), and the server needs connections that stay its own: name the database itself, or a pool in session mode.`
}

async function processOf(session: pg.Client): Promise<unknown> {
  const { rows } = await session.query('SELECT pg_backend_pid() AS pid')
  return rows[0]?.pid
}

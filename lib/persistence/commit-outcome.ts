import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { TransactionAbortedError } from './errors.ts'
import { isConnectionLost } from './postgresql-failures.ts'

/** How a transaction whose `COMMIT` was not answered ended. */
export type CommitOutcome = 'committed' | 'aborted' | 'unknown'

/** Looks up how a transaction ended, by its id. */
export type LookUpOutcome = (transactionId: string) => Promise<CommitOutcome>

/** With the time that a silent `COMMIT` was waited for, less than a request may wait for the database. */
const limitMillis = 1_000
const firstPauseMillis = 20

/**
 * Asks on connections of their own, outside the pool: those of the pool may be as broken as the one that was lost.
 * A server that restarts, or has not yet noticed that the connection is gone, is asked again until the time is over.
 */
export function outcomeLookup(connectionString: string): LookUpOutcome {
  return async (transactionId) => {
    const end = performance.now() + limitMillis
    for (let pause = firstPauseMillis; ; pause *= 2) {
      const left = Math.max(1, Math.ceil(end - performance.now()))
      const outcome = await statusOf(transactionId, connectionString, left).catch(() => null)
      if (outcome === 'committed' || outcome === 'aborted') return outcome
      if (performance.now() + pause >= end) return 'unknown'
      await sleep(pause)
    }
  }
}

/** @returns null for an id that is too old; `in progress` while the transaction is not over */
async function statusOf(
  transactionId: string,
  connectionString: string,
  timeoutMillis: number,
): Promise<string | null> {
  const connection = new pg.Client({
    connectionString,
    connectionTimeoutMillis: timeoutMillis,
    query_timeout: timeoutMillis,
  })
  connection.on('error', () => {})
  try {
    await connection.connect()
    const sql = 'SELECT pg_catalog.pg_xact_status($1::xid8) AS status'
    const { rows } = await connection.query<{ status: string | null }>(sql, [transactionId])
    return rows[0]?.status ?? null
  } finally {
    // Not waited for: a silent database would not answer this either.
    void connection.end()
  }
}

/**
 * Finds out whether a transaction was committed although its `COMMIT` failed, and returns if it was.
 * @param transactionId null where it is not known
 * @throws TransactionAbortedError when the database undid it; otherwise the failure: the database refused, or nobody knows
 */
export async function requireCommitted(
  failure: unknown,
  transactionId: string | null,
  lookUp: LookUpOutcome,
): Promise<void> {
  if (transactionId === null || !isConnectionLost(failure)) throw failure
  const outcome = await lookUp(transactionId)
  if (outcome === 'aborted') {
    throw new TransactionAbortedError('The connection broke before the commit.', { cause: failure })
  }
  if (outcome === 'unknown') throw failure
}

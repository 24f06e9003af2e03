import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { TransactionAbortedError } from '../errors.ts'
import { isConnectionLost } from './postgres-failures.ts'

/** The outcome of a transaction whose `COMMIT` got no answer. */
export type CommitOutcome = 'committed' | 'aborted' | 'unknown'

/** Looks up the outcome of a transaction by its id. */
export type LookUpOutcome = (transactionId: string) => Promise<CommitOutcome>

/**
 * In milliseconds. Together with the wait for a silent `COMMIT`, this is less than a request's limit for the database.
 */
const limitMs = 1_000
const firstPauseMs = 20

/**
 * Uses separate connections outside the pool, because the pool's connections may be broken as well. Asks again until
 * the limit while the server restarts, or has not yet noticed the broken connection.
 */
export function outcomeLookup(connectionString: string): LookUpOutcome {
  return async (transactionId) => {
    const end = performance.now() + limitMs
    for (let pause = firstPauseMs; ; pause *= 2) {
      const left = Math.max(1, Math.ceil(end - performance.now()))
      const outcome = await statusOf(transactionId, connectionString, left).catch(() => null)
      if (outcome === 'committed' || outcome === 'aborted') return outcome
      if (performance.now() + pause >= end) return 'unknown'
      await sleep(pause)
    }
  }
}

/** @returns null for an id that is too old; `in progress` while the transaction is still open */
async function statusOf(
  transactionId: string,
  connectionString: string,
  timeoutMs: number,
): Promise<string | null> {
  const connection = new pg.Client({
    connectionString,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  })
  connection.on('error', () => {})
  try {
    await connection.connect()
    const sql = 'SELECT pg_catalog.pg_xact_status($1::xid8) AS status'
    const { rows } = await connection.query<{ status: string | null }>(sql, [transactionId])
    return rows[0]?.status ?? null
  } finally {
    // Not awaited: a silent database would not answer this either.
    void connection.end()
  }
}

/**
 * Returns if a transaction was committed although its `COMMIT` failed.
 * @param transactionId null when unknown
 * @throws TransactionAbortedError when the database rolled it back; otherwise the failure itself, because the database
 *   refused or the outcome is unknown
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

import pg from 'pg'
import { isUnavailable, TransactionAbortedError } from '../errors.ts'

/** Classes of SQLSTATE that end a connection, whatever the outcome of its last statement. */
const endOfConnection = /^(57P|08)/

/**
 * True when the database says that it did not do something. False when the outcome is unknown, because the connection
 * has ended.
 */
export function isRefusal(error: unknown): boolean {
  if (error instanceof TransactionAbortedError) return true
  if (error instanceof pg.DatabaseError) return !endOfConnection.test(error.code ?? '')
  return error instanceof Error && error.cause !== undefined && isRefusal(error.cause)
}

/** True when the connection broke or stayed silent, so that the database may have executed the statement. */
export function isConnectionLost(error: unknown): boolean {
  return !isRefusal(error) && isUnavailable(error)
}

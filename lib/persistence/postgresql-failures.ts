import pg from 'pg'
import { isUnavailable, TransactionAbortedError } from './errors.ts'

/** Classes of SQLSTATE with which a connection ends, whatever was done by it just before. */
const endOfConnection = /^(57P|08)/

/** True when the database says that it did not do something; false when nobody knows, as the connection has ended. */
export function isRefusal(error: unknown): boolean {
  if (error instanceof TransactionAbortedError) return true
  if (error instanceof pg.DatabaseError) return !endOfConnection.test(error.code ?? '')
  return error instanceof Error && error.cause !== undefined && isRefusal(error.cause)
}

/** True when the connection broke or stayed silent, so that the database may have done what it was asked. */
export function isConnectionLost(error: unknown): boolean {
  return !isRefusal(error) && isUnavailable(error)
}

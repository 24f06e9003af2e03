/** Codes of Prisma, SQLite and PostgreSQL that mean "try the transaction again". */
const retryable = new Set([
  'P2034',
  'SQLITE_BUSY',
  'SQLITE_BUSY_SNAPSHOT',
  'SQLITE_LOCKED',
  '40001',
  '40P01',
  'TRANSACTION_ABORTED',
])

/**
 * Codes that say nothing of the request: the database is not there, cannot do more, or waits for somebody else.
 * Of Prisma (no connection, no transaction in time), of the network, of SQLite (locked, disk) and of PostgreSQL: a
 * statement that took too long, a lock that was not free in time, a server that has become a replica.
 */
const unavailable = new Set([
  ...retryable,
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
  'P2037',
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'SQLITE_FULL',
  'SQLITE_CANTOPEN',
  '57014',
  '55P03',
  '25006',
  'DATABASE_UNAVAILABLE',
])
/** Classes of the same: connections, resources, an operator's intervention; SQLite's failures of the disk. */
const unavailableClass = /^(08...|53...|57P..)$|^SQLITE_(IOERR|BUSY|LOCKED|READONLY)/
/** What the driver says of a connection that it could not get or keep, without a code. */
const lostConnection =
  /^(timeout exceeded when trying to connect|timeout expired|query read timeout|connection terminated|client (was closed|has encountered a connection error)|the database connection is not open)/i

/** A transaction or a statement that was given up, not refused. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError'
  readonly code = 'DATABASE_UNAVAILABLE'
}

/** The connection broke during the commit, and the database has undone the transaction: another run may succeed. */
export class TransactionAbortedError extends Error {
  override readonly name = 'TransactionAbortedError'
  readonly code = 'TRANSACTION_ABORTED'
}

/** Codes of Prisma, PostgreSQL and SQLite, whose primary keys have one of their own. */
const uniqueViolations = [
  'P2002',
  '23505',
  'SQLITE_CONSTRAINT_UNIQUE',
  'SQLITE_CONSTRAINT_PRIMARYKEY',
]

/** True when a unique constraint refused the write. */
export function isUniqueViolation(error: unknown): boolean {
  const codes = codesOf(error)
  return uniqueViolations.some((code) => codes.has(code))
}

/** True when the same transaction may succeed on another try. */
export function isRetryable(error: unknown): boolean {
  for (const code of codesOf(error)) if (retryable.has(code)) return true
  return false
}

/** True when the database could not do it for reasons of its own: away, silent, full, locked by others for too long. */
export function isUnavailable(error: unknown): boolean {
  for (const code of codesOf(error)) {
    if (unavailable.has(code) || unavailableClass.test(code)) return true
  }
  return isTold(error, lostConnection)
}

/** True when a statement was not answered in time: the next one on its connection would not be, either. */
export function isSilence(error: unknown): boolean {
  return isTold(error, /query read timeout/i)
}

/** True when an error or one of its causes says something. */
function isTold(error: unknown, what: RegExp): boolean {
  for (let one = error, depth = 0; one instanceof Error && depth < 6; depth++) {
    if (what.test(one.message)) return true
    one = one.cause
  }
  return false
}

/** Every code an error carries: Prisma's, the driver's below it, and those of its causes. */
export function codesOf(error: unknown): Set<string> {
  const codes = new Set<string>()
  let current = error
  for (let depth = 0; depth < 6 && current && typeof current === 'object'; depth++) {
    const { code, originalCode, kind, cause, meta } = current as Record<string, unknown>
    for (const value of [code, originalCode]) if (typeof value === 'string') codes.add(value)
    if (typeof kind === 'string') {
      const known = codeOfKind[kind]
      if (known) codes.add(known)
    }
    current = cause ?? (meta as { driverAdapterError?: unknown } | undefined)?.driverAdapterError
  }
  return codes
}

/** What Prisma's driver adapters make of some codes. */
const codeOfKind: Readonly<Record<string, string>> = {
  TransactionWriteConflict: 'P2034',
  SocketTimeout: 'SQLITE_BUSY',
  DatabaseNotReachable: 'P1001',
  ConnectionClosed: 'P1017',
  TooManyConnections: 'P2037',
  TransactionAlreadyClosed: 'P2028',
}

/** Codes of Prisma, SQLite and PostgreSQL after which the transaction can be tried again. */
const retryable = new Set([
  'P2034',
  'SQLITE_BUSY',
  'SQLITE_BUSY_SNAPSHOT',
  'SQLITE_LOCKED',
  '40001',
  '40P01',
  'TRANSACTION_ABORTED',
  'STATEMENT_OUTDATED',
])

/**
 * Codes that blame the database, not the request: it is unreachable, overloaded, or blocked by others. Prisma: no
 * connection, or no transaction in time. The network. SQLite: locked, or the disk. PostgreSQL: a statement or lock
 * timeout, or a server that has become a replica.
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
/** Code classes with the same meaning: connections, resources, operator intervention; SQLite's disk failures. */
const unavailableClass = /^(08...|53...|57P..)$|^SQLITE_(IOERR|BUSY|LOCKED|READONLY)/
/** Messages of the driver, without a code, about a connection that it could not get or keep. */
const lostConnection =
  /^(timeout exceeded when trying to connect|timeout expired|query read timeout|connection terminated|client (was closed|has encountered a connection error)|the database connection is not open)/i

/** The program gave up on a transaction or a statement; the database did not refuse it. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError'
  readonly code = 'DATABASE_UNAVAILABLE'
}

/** The connection broke during the commit, and the database rolled the transaction back: another try may succeed. */
export class TransactionAbortedError extends Error {
  override readonly name = 'TransactionAbortedError'
  readonly code = 'TRANSACTION_ABORTED'
}

/** A migration has changed the columns of a prepared statement, which did nothing: another try prepares it again. */
export class OutdatedStatementError extends Error {
  override readonly name = 'OutdatedStatementError'
  readonly code = 'STATEMENT_OUTDATED'
}

/** Codes of Prisma, PostgreSQL and SQLite. SQLite has a separate code for primary keys. */
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

/** True when the database itself is the cause: unreachable, silent, full, or locked by others for too long. */
export function isUnavailable(error: unknown): boolean {
  for (const code of codesOf(error)) {
    if (unavailable.has(code) || unavailableClass.test(code)) return true
  }
  return isTold(error, lostConnection)
}

/** True when a statement got no answer in time. The next statement on its connection would not get one either. */
export function isSilence(error: unknown): boolean {
  return isTold(error, /query read timeout/i)
}

/** True when the message of an error or of one of its causes matches. */
function isTold(error: unknown, what: RegExp): boolean {
  for (let one = error, depth = 0; one instanceof Error && depth < 6; depth++) {
    if (what.test(one.message)) return true
    one = one.cause
  }
  return false
}

/** Every code of an error: Prisma's, the driver's, and those of its causes. */
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

/** Kinds that Prisma's driver adapters report in place of some codes. */
const codeOfKind: Readonly<Record<string, string>> = {
  TransactionWriteConflict: 'P2034',
  SocketTimeout: 'SQLITE_BUSY',
  DatabaseNotReachable: 'P1001',
  ConnectionClosed: 'P1017',
  TooManyConnections: 'P2037',
  TransactionAlreadyClosed: 'P2028',
}

/** Codes of Prisma, SQLite and PostgreSQL that mean "try the transaction again". */
const retryable = new Set([
  'P2034',
  'P2028',
  'SQLITE_BUSY',
  'SQLITE_BUSY_SNAPSHOT',
  'SQLITE_LOCKED',
  '40001',
  '40P01',
])

/** True when a unique constraint refused the write. */
export function isUniqueViolation(error: unknown): boolean {
  const code = codesOf(error)
  return code.has('P2002') || code.has('23505') || code.has('SQLITE_CONSTRAINT_UNIQUE')
}

/** True when the same transaction may succeed on another try. */
export function isRetryable(error: unknown): boolean {
  for (const code of codesOf(error)) if (retryable.has(code)) return true
  return false
}

/** Every code an error carries: Prisma's, the driver's below it, and those of its causes. */
function codesOf(error: unknown): Set<string> {
  const codes = new Set<string>()
  let current = error
  for (let depth = 0; depth < 6 && current && typeof current === 'object'; depth++) {
    const { code, originalCode, kind, cause, meta } = current as Record<string, unknown>
    for (const value of [code, originalCode]) if (typeof value === 'string') codes.add(value)
    if (kind === 'TransactionWriteConflict') codes.add('P2034')
    if (kind === 'SocketTimeout') codes.add('SQLITE_BUSY')
    current = cause ?? (meta as { driverAdapterError?: unknown } | undefined)?.driverAdapterError
  }
  return codes
}

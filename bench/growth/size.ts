export interface GrowthSize {
  readonly users: number
  readonly clients: number
  readonly refreshTokens: number
  readonly auditEntries: number
}

/** The size at which the server must stay fast on PostgreSQL. */
const postgresqlSize: GrowthSize = {
  users: 1_000_000,
  clients: 10_000,
  refreshTokens: 5_000_000,
  auditEntries: 5_000_000,
}

/** SQLite serves smaller installations: a tenth of the rows. */
const sqliteSize: GrowthSize = {
  users: 100_000,
  clients: 1_000,
  refreshTokens: 500_000,
  auditEntries: 500_000,
}

export const usualSizes = { sqlite: sqliteSize, postgresql: postgresqlSize } as const

/** Refresh tokens per grant; all but the last are rotated. */
export const tokensOfGrant = 4
/** One in this many users has a session. */
export const usersOfSession = 5
/** One in this many users is signing in. */
export const usersOfInteraction = 50

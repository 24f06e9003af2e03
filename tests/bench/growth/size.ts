/** How many rows a grown database has. */
export interface GrowthSize {
  readonly users: number
  readonly clients: number
  readonly refreshTokens: number
  readonly auditEntries: number
}

/** What the server must stay quick at on PostgreSQL. */
const postgresqlSize: GrowthSize = {
  users: 1_000_000,
  clients: 10_000,
  refreshTokens: 5_000_000,
  auditEntries: 5_000_000,
}

/** A tenth of it for SQLite, which is for smaller installations. */
const sqliteSize: GrowthSize = {
  users: 100_000,
  clients: 1_000,
  refreshTokens: 500_000,
  auditEntries: 500_000,
}

/** The sizes that hold when none are asked for. */
export const usualSizes = { sqlite: sqliteSize, postgresql: postgresqlSize } as const

/** Refresh tokens of one grant: all but the last of them rotated out. */
export const tokensOfGrant = 4
/** One user in so many is signed in. */
export const usersOfSession = 5
/** One user in so many is signing in just now. */
export const usersOfInteraction = 50

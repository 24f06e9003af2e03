import type { Db, Provider } from '../client.ts'
import type { Queries } from './tables.ts'

/** What administrative work reads and writes through: both halves use one connection or transaction. */
export interface AdminSource {
  /** The Prisma client or its transaction. */
  readonly db: Db
  readonly queries: Queries
  readonly provider: Provider
}

import type { Prisma } from '../generated/sqlite/client.ts'
import type { Provider } from './provider.ts'
import type { Queries } from './tables.ts'

/** The Prisma client itself or one of its transactions. */
export type Db = Prisma.TransactionClient

/** What administrative work reads and writes through: both halves use one connection or transaction. */
export interface AdminSource {
  readonly db: Db
  readonly queries: Queries
  readonly provider: Provider
}

import { SqliteAdapter } from 'kysely'
import type { Provider } from './provider.ts'
import type { Queries } from './tables.ts'

/** The provider of the database that queries run on, for the few statements that differ. */
export function dialectOf(queries: Queries): Provider {
  return queries.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgresql'
}

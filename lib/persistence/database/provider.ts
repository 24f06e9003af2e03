import { SqliteAdapter } from 'kysely'
import type { Provider } from '../client.ts'
import type { Queries } from './tables.ts'

/** The provider of the database that queries run on, for the few statements that differ. */
export function providerOf(queries: Queries): Provider {
  return queries.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgresql'
}

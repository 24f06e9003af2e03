import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { columnName } from './names.ts'
import type { Provider } from './provider.ts'
import type { Queries, Tables } from './tables.ts'

/**
 * The query builder over a driver. Queries use the program's names of tables and columns; the compiled statements use
 * the database's.
 */
export function openQueries(provider: Provider, driver: Driver): Queries {
  const dialect: Dialect = {
    createDriver: () => driver,
    createQueryCompiler: () => compilers[provider],
    createAdapter: () => adapters[provider],
    createIntrospector: (db) =>
      provider === 'sqlite' ? new SqliteIntrospector(db) : new PostgresIntrospector(db),
  }
  return new Kysely<Tables>({ dialect })
}

/** The query builder over one connection, in a transaction that the caller begins and ends. */
export function queriesOver(provider: Provider, connection: DatabaseConnection): Queries {
  return openQueries(provider, new ConnectionDriver(connection))
}

class PostgresqlCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return columnName(super.sanitizeIdentifier(name))
  }
}

class SqliteCompiler extends SqliteQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return columnName(super.sanitizeIdentifier(name))
  }

  /**
   * A unary plus hides a bound value from SQLite's planner, so statements are not re-prepared with every binding. For a
   * join, preparing takes several times as long as running.
   */
  protected override getCurrentParameterPlaceholder(): string {
    return '+?'
  }

  /** SQLite has no row locks and needs none: a transaction that may write locks the whole file from its start. */
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === 'Distinct') super.visitSelectModifier(node)
  }
}

const compilers = { sqlite: new SqliteCompiler(), postgresql: new PostgresqlCompiler() }
const adapters = { sqlite: new SqliteAdapter(), postgresql: new PostgresAdapter() }

/** Runs every query on one connection. */
class ConnectionDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(connection: DatabaseConnection) {
    this.#connection = connection
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  async releaseConnection(): Promise<void> {}

  beginTransaction = refuseTransaction
  commitTransaction = refuseTransaction
  rollbackTransaction = refuseTransaction

  async destroy(): Promise<void> {}
}

async function refuseTransaction(): Promise<never> {
  throw new Error('A transaction may not be opened inside another one.')
}

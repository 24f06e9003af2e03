import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCompiler,
  type QueryResult,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Provider } from '../client.ts'
import type { Connection, Value } from '../connection.ts'
import { columnName } from './names.ts'
import type { Queries, Tables } from './tables.ts'

/**
 * The query builder over a connection. Queries use the program's names of tables and columns; the compiled statements
 * use the database's.
 */
export function openQueries(provider: Provider, connection: Connection): Queries {
  return new Kysely<Tables>({ dialect: new ConnectionDialect(provider, connection) })
}

class ConnectionDialect implements Dialect {
  readonly #provider: Provider
  readonly #connection: Connection

  constructor(provider: Provider, connection: Connection) {
    this.#provider = provider
    this.#connection = connection
  }

  createDriver(): Driver {
    return new ConnectionDriver(this.#connection)
  }

  createQueryCompiler(): QueryCompiler {
    return compilers[this.#provider]
  }

  createAdapter(): DialectAdapter {
    return adapters[this.#provider]
  }

  createIntrospector(db: Kysely<unknown>) {
    return this.#provider === 'sqlite' ? new SqliteIntrospector(db) : new PostgresIntrospector(db)
  }
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

  /** SQLite has no row locks and needs none: a transaction that may write locks the whole file from its start. */
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === 'Distinct') super.visitSelectModifier(node)
  }
}

const compilers = { sqlite: new SqliteCompiler(), postgresql: new PostgresqlCompiler() }
const adapters = { sqlite: new SqliteAdapter(), postgresql: new PostgresAdapter() }

/** Runs queries on the given connection. `Store.transaction` begins and ends transactions. */
class ConnectionDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(connection: Connection) {
    this.#connection = {
      async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
        const { rows, count } = await connection.query(sql, parameters as readonly Value[])
        return { rows: rows as R[], numAffectedRows: BigInt(count) }
      },
      // biome-ignore lint/correctness/useYield: no caller reads a table row by row.
      async *streamQuery() {
        throw new Error('Rows are read as a whole.')
      },
    }
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
  throw new Error('A transaction is begun by Store.transaction, not by the query builder.')
}

import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import type { SharedTransaction } from './engine.ts'
import type { Participant } from './group-commit.ts'
import type { OpenSqlite, SqliteConnections } from './sqlite-connections.ts'
import type { SqliteStatements } from './sqlite-statements.ts'
import { isHandWritten } from './tables.ts'
import { noStream, transactionIsOver } from './transaction.ts'

/**
 * Kysely's driver for SQLite. Reads use the reader. Every other statement, and every transaction, is a participant of
 * the group commit on the writer.
 */
export class SqliteDriver implements Driver {
  readonly #open: OpenSqlite

  constructor(open: OpenSqlite) {
    this.#open = open
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    return new SqliteConnection(await this.#open())
  }

  beginTransaction(connection: SqliteConnection): Promise<void> {
    return connection.begin()
  }

  commitTransaction(connection: SqliteConnection): Promise<void> {
    return connection.commit()
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    connection.rollback()
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}

class SqliteConnection implements DatabaseConnection {
  readonly #connections: SqliteConnections
  #participant: Participant | null = null
  #onWriter: WriterConnection | null = null

  constructor(connections: SqliteConnections) {
    this.#connections = connections
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#onWriter) return this.#onWriter.executeQuery(query)
    const { reader, writer, commits } = this.#connections
    const { statements } = isRead(query.sql) ? reader : writer
    const execute = () => run(statements, query) as QueryResult<R>
    return statements === reader.statements ? execute() : commits.single(execute)
  }

  async begin(): Promise<void> {
    this.#participant = await this.#connections.commits.begin()
    this.#onWriter = new WriterConnection(this.#connections)
  }

  async commit(): Promise<void> {
    this.#onWriter?.end()
    await this.#participant?.commit()
  }

  rollback(): void {
    this.#onWriter?.end()
    this.#participant?.rollback()
  }

  streamQuery = noStream
}

/** Executes the statements of the transaction that is open on the writer. */
export class WriterConnection implements SharedTransaction {
  readonly #connections: SqliteConnections
  #isOver = false

  constructor(connections: SqliteConnections) {
    this.#connections = connections
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#isOver) throw transactionIsOver()
    const { writer, commits } = this.#connections
    commits.requireOpen()
    return run(writer.statements, query) as QueryResult<R>
  }

  end(): void {
    this.#isOver = true
  }

  streamQuery = noStream
}

function run(statements: SqliteStatements, query: CompiledQuery) {
  return statements.execute(query.sql, query.parameters, !isHandWritten(query))
}

/** Only plain `SELECT` statements use the reader. */
export function isRead(sql: string): boolean {
  return /^\s*select\b/i.test(sql)
}

import type { Database } from 'better-sqlite3'
import type { Client } from 'pg'

/** True when an SQLite database has this table. */
export function hasSqliteTable(database: Database, name: string): boolean {
  const sql = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
  return database.prepare(sql).get(name) !== undefined
}

/** True when a PostgreSQL database has this table in the schema of the session: see `beginSession`. */
export async function hasPostgresqlTable(connection: Client, name: string): Promise<boolean> {
  const { rows } = await connection.query('SELECT to_regclass($1) AS "found"', [name])
  return rows[0].found !== null
}

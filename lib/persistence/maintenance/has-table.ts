import type { Database } from 'better-sqlite3'
import type { Client } from 'pg'

export function hasSqliteTable(database: Database, name: string): boolean {
  const sql = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
  return database.prepare(sql).get(name) !== undefined
}

/** Looks in the session's schema: see `beginSession`. */
export async function hasPostgresqlTable(connection: Client, name: string): Promise<boolean> {
  const { rows } = await connection.query('SELECT to_regclass($1) AS "found"', [name])
  return rows[0].found !== null
}

import { readdirSync } from 'node:fs'
import type { Client } from './client.ts'

/** Asks which migrations a database has, as `prisma migrate deploy` records them. */
export const appliedMigrationsSql = `SELECT migration_name FROM "_prisma_migrations"
  WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`

/** The names in the answer to that. */
export function migrationNames(rows: readonly Record<string, unknown>[]): string[] {
  return rows.map((row) => String(row.migration_name))
}

/** The names of the migrations that the database has. */
export async function appliedMigrations(client: Client): Promise<string[]> {
  return migrationNames(await client.$queryRawUnsafe(appliedMigrationsSql))
}

/**
 * The names of the migrations that this program knows, in the order in which they are applied.
 * @param folder that of one provider below `prisma/migrations`
 */
export function knownMigrations(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}

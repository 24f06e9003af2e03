import { readdirSync } from 'node:fs'
import type { Db } from '../database/sources.ts'

/** Selects the applied migrations, as `prisma migrate deploy` records them. */
export const appliedMigrationsSql = `SELECT migration_name FROM "_prisma_migrations"
  WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`

/** Reads the rows of `appliedMigrationsSql`. */
export function migrationNames(rows: readonly Record<string, unknown>[]): string[] {
  return rows.map((row) => String(row.migration_name))
}

export async function appliedMigrations(db: Db): Promise<string[]> {
  return migrationNames(await db.$queryRawUnsafe(appliedMigrationsSql))
}

/**
 * The names of this program's migrations in order of application.
 * @param folder of one provider below `prisma/migrations`
 */
export function knownMigrations(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}

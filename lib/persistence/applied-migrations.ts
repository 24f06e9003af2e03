import type { Client } from './client.ts'

/** The names of the migrations that the database has, as `prisma migrate deploy` records them. */
export async function appliedMigrations(client: Client): Promise<string[]> {
  const rows = await client.$queryRaw<{ migration_name: string }[]>`
    SELECT "migration_name" FROM "_prisma_migrations"
    WHERE "finished_at" IS NOT NULL AND "rolled_back_at" IS NULL`
  return rows.map((row) => row.migration_name)
}

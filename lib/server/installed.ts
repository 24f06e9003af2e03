import { type Config, sqliteFile } from '#lib/config/config.ts'
import { describeIncompatibility } from '#lib/persistence/database/postgres-compatibility.ts'
import { describeUnreachable } from '#lib/persistence/database/postgres-session.ts'
import { inspectDatabase } from '#lib/persistence/maintenance/inspection.ts'
import { DatabaseAddressError } from '#lib/persistence/maintenance/migrate.ts'
import { migrationsFolder } from '#lib/runtime.ts'

/**
 * Whether a start finds an existing installation. An installation requires its encryption key: a new key would open
 * none of the stored values and take the place of the old one. An unreadable file counts as an installation.
 * @throws DatabaseAddressError when PostgreSQL is unreachable or incompatible
 */
export async function isInstalled(config: Config): Promise<boolean> {
  const { state, detail, incompatibility } = await inspectDatabase(
    config.databaseUrl,
    migrationsFolder(),
  )
  if (incompatibility !== null)
    throw new DatabaseAddressError(describeIncompatibility(incompatibility))
  if (state === 'unreachable' && sqliteFile(config) === null) {
    throw new DatabaseAddressError(describeUnreachable(detail))
  }
  return state !== 'absent' && state !== 'empty'
}

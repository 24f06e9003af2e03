import { type Config, sqliteFile } from '#lib/config.ts'
import { inspectDatabase } from '#lib/persistence/inspection.ts'
import { DatabaseAddressError } from '#lib/persistence/migrate.ts'
import { describeIncompatibility } from '#lib/persistence/postgresql-compatibility.ts'
import { describeUnreachable } from '#lib/persistence/postgresql-session.ts'
import { migrationsFolder } from '#lib/runtime.ts'

/**
 * Says whether a start finds an installation, whose encryption key must be there then: a new one would open nothing of
 * what is stored, and lie where the old one belongs. A file that cannot be looked at may be one.
 * @throws DatabaseAddressError when no PostgreSQL answers, or one that no server can work on
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

import { responsesFollowedUp } from '#lib/base/concurrency/after-response.ts'
import { randomUuid } from '#lib/base/crypto/random.ts'
import { openLog } from '#lib/base/log/log.ts'
import { sqliteFile } from '#lib/config/config.ts'
import type { Context } from '#lib/context.ts'
import { requireSettings } from '#lib/domain/settings/settings.ts'
import { storedConfiguration } from '#lib/persistence/configuration-cache.ts'
import { describeUnreachable } from '#lib/persistence/database/postgres-session.ts'
import { describeUnusableFile } from '#lib/persistence/database/sqlite-file.ts'
import type { Inspection } from '#lib/persistence/maintenance/inspection.ts'
import { NotInstalledError, openInstalled, type Runtime } from '#lib/runtime.ts'
import { Failure } from './command.ts'
import { existingConfig, noDatabaseAt } from './settings.ts'
import type { Terminal } from './terminal.ts'

/**
 * Opens an existing installation and runs `work` in a context like that of a request. An empty or outdated database
 * is refused: migrating is up to the server, and a command with wrong settings must not create an installation.
 * @throws ConfigurationError, WrongEncryptionKeyError, Failure, and any error of `work`
 */
export async function withContext<T>(
  terminal: Terminal,
  work: (ctx: Context, runtime: Runtime) => Promise<T>,
): Promise<T> {
  const config = existingConfig(terminal)
  const runtime = await openInstalled({ ...config, logLevel: 'silent' }).catch((error) => {
    const obstacle =
      error instanceof NotInstalledError ? describeObstacle(error.inspection, config) : null
    throw obstacle === null ? error : new Failure(obstacle)
  })
  try {
    return await work(await contextOf(terminal, runtime), runtime)
  } finally {
    await responsesFollowedUp()
    await runtime.close()
  }
}

/** The reason why commands cannot use a database, in one sentence; null when they can. */
export function describeObstacle(
  { state, detail }: Inspection,
  config: { readonly databaseUrl: string },
): string | null {
  const file = sqliteFile(config)
  switch (state) {
    case 'ready':
      return null
    case 'absent':
      return noDatabaseAt(file ?? '')
    case 'unreachable':
      return file === null ? describeUnreachable(detail) : describeUnusableFile(file, detail)
    case 'empty':
      return 'The database is empty. Check DATABASE_URL, or start the server once to set it up.'
    case 'behind':
      return `The database lacks a migration of this version (${detail}). Start the server once to apply it.`
    case 'newer':
      return `The database has a migration that this version does not know (${detail}). Use the newer version.`
    default:
      return state satisfies never
  }
}

async function contextOf(terminal: Terminal, runtime: Runtime): Promise<Context> {
  const { config, store, limits, mail, lookUpBreached, cipher } = runtime
  const settings = requireSettings(await store.settings.find())
  return {
    now: terminal.clock(),
    requestId: randomUuid(),
    ip: '',
    userAgent: '',
    acceptLanguage: 'en',
    config,
    settings,
    configuration: storedConfiguration(store),
    store,
    limits,
    mail,
    lookUpBreached,
    cipher,
    // Without an audit log in the database, the entries of a command go to standard error.
    log: settings.auditLogsInDatabaseEnabled ? runtime.log : openLog('info', 2),
  }
}

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Config, readConfig } from '#lib/config.ts'
import { Failure, type Terminal } from './command.ts'

/** Stands for the encryption key where it does not matter: nothing is sealed or opened with it. */
const anyKey = '0'.repeat(64)

/**
 * The settings without touching the disk: the server makes a missing key file, the command line must
 * not. The encryption key in them may be none.
 * @throws ConfigurationError
 */
export function peekConfig({ env }: Pick<Terminal, 'env'>): Config {
  const hasKey = Boolean(env.ENCRYPTION_KEY?.trim())
  return readConfig(hasKey ? env : { ...env, ENCRYPTION_KEY: anyKey })
}

/**
 * The settings as the server has them, for an installation that is there already.
 * @throws ConfigurationError; Failure without a database file or without the key file
 */
export function existingConfig(terminal: Pick<Terminal, 'env'>): Config {
  const config = peekConfig(terminal)
  const file = sqliteFile(config)
  if (file === null) return readConfig(terminal.env)
  if (!existsSync(file)) {
    throw new Failure(
      `There is no database at ${file}: check DATABASE_URL and DATA_DIR, or start the server once, which makes it.`,
    )
  }
  const keyFile = keyFileOf(terminal, config)
  if (keyFile !== null && !existsSync(keyFile)) {
    throw new Failure(
      `The encryption key ${keyFile} is missing: put it back from your backup, or set ENCRYPTION_KEY.`,
    )
  }
  return readConfig(terminal.env)
}

/** The path of the SQLite database; null for PostgreSQL. */
export function sqliteFile({ databaseUrl }: Pick<Config, 'databaseUrl'>): string | null {
  return databaseUrl.startsWith('file:') ? databaseUrl.slice('file:'.length) : null
}

/** The file that the encryption key is read from; null when it stands in the settings. */
export function keyFileOf(
  { env }: Pick<Terminal, 'env'>,
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
): string | null {
  if (env.ENCRYPTION_KEY?.trim() || sqliteFile(config) === null) return null
  return resolve(config.dataDir, 'encryption-key')
}

import { existsSync } from 'node:fs'
import { type Config, readConfig, sqliteFile } from '#lib/config/config.ts'
import { keyFileIn } from '#lib/config/encryption-key-file.ts'
import { isGiven } from '#lib/config/given-settings.ts'
import { Failure } from './command.ts'
import type { Terminal } from './terminal.ts'

/**
 * The settings without the key file: the server creates a missing one, but the command line must not. The
 * encryption key in the result may be a placeholder.
 * @throws ConfigurationError
 */
export function peekConfig({ env }: Pick<Terminal, 'env'>): Config {
  return readConfig(env, 'leave')
}

/**
 * The server's settings for an existing installation.
 * @throws ConfigurationError, also without the key file; Failure without a database file
 */
export function existingConfig(terminal: Pick<Terminal, 'env'>): Config {
  const config = peekConfig(terminal)
  const file = sqliteFile(config)
  if (file !== null && !existsSync(file)) throw new Failure(noDatabaseAt(file))
  return readConfig(terminal.env, 'require')
}

/** The message for a missing database file. */
export function noDatabaseAt(file: string): string {
  return `No database found at ${file}. Check DATABASE_URL and DATA_DIR, or start the server once to create it.`
}

/** Path of the key file in use; null when the settings contain the key. */
export function keyFileOf(
  { env }: Pick<Terminal, 'env'>,
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
): string | null {
  if (isGiven(env, 'ENCRYPTION_KEY') || sqliteFile(config) === null) return null
  return keyFileIn(config.dataDir)
}

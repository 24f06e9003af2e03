import { existsSync } from 'node:fs'
import { type Config, readConfig, sqliteFile } from '#lib/config.ts'
import { keyFileIn } from '#lib/encryption-key-file.ts'
import { Failure } from './command.ts'
import type { Terminal } from './terminal.ts'

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
    throw new Failure(noDatabaseAt(file))
  }
  const keyFile = keyFileOf(terminal, config)
  if (keyFile !== null && !existsSync(keyFile)) {
    throw new Failure(
      `The encryption key ${keyFile} is missing: put it back from your backup, or set ENCRYPTION_KEY.`,
    )
  }
  return readConfig(terminal.env)
}

/** What is said where a database file should be and is not. */
export function noDatabaseAt(file: string): string {
  return `There is no database at ${file}: check DATABASE_URL and DATA_DIR, or start the server once, which makes it.`
}

/** The file that the encryption key is read from; null when it stands in the settings. */
export function keyFileOf(
  { env }: Pick<Terminal, 'env'>,
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
): string | null {
  if (env.ENCRYPTION_KEY?.trim() || sqliteFile(config) === null) return null
  return keyFileIn(config.dataDir)
}

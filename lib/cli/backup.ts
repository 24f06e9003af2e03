import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { sqliteFile } from '#lib/config/config.ts'
import { BackupError, backUpSqlite } from '#lib/persistence/maintenance/backup.ts'
import { inspectDatabase } from '#lib/persistence/maintenance/inspection.ts'
import { migrationsFolder } from '#lib/runtime.ts'
import { defineCommand, exitCodes, Failure } from './command.ts'
import { outputFile } from './output-file.ts'
import { keyFileOf, peekConfig } from './settings.ts'

export const backup = defineCommand({
  name: 'backup',
  summary: 'Copies the SQLite database while the server runs',
  operands: ['<file>'],
  options: {
    force: { text: 'replaces an existing file' },
    json: { text: 'prints JSON' },
  },
  notes:
    'The copy is complete, consistent and verified. It does not contain the encryption key and is\nuseless without it: back up the key in another place. For PostgreSQL it prints the command to use\n(exit code 1).',
  async run(terminal, { force, json }, [name = '']) {
    const config = peekConfig(terminal)
    const source = sqliteFile(config)
    if (source === null) throw new Failure(postgresqlCommand(config.databaseUrl, resolve(name)))
    if (!existsSync(source)) throw new Failure(`No database found at ${source}.`)
    // A copy of an empty database would replace a good backup.
    const { state } = await inspectDatabase(config.databaseUrl, migrationsFolder())
    if (state === 'empty') {
      throw new Failure(`${source} is empty or is not an authserver database. Nothing was copied.`)
    }
    const target = outputFile(terminal, config, name, force)
    const { bytes } = makeCopy(source, target)
    const keyFile = keyFileOf(terminal, config)
    if (json) {
      terminal.out(JSON.stringify({ file: target, bytes }))
      return exitCodes.done
    }
    terminal.out(`${target}: ${bytes} bytes, verified.`)
    terminal.err(
      `Back up the encryption key too, in another place: ${keyFile ?? 'ENCRYPTION_KEY'}.`,
    )
    return exitCodes.done
  },
})

function makeCopy(source: string, target: string) {
  try {
    return backUpSqlite(source, target)
  } catch (error) {
    throw error instanceof BackupError ? new Failure(error.message) : error
  }
}

/** The shell command for PostgreSQL, without the password: pg_dump prompts for it or reads `PGPASSWORD`. */
function postgresqlCommand(databaseUrl: string, file: string): string {
  const url = URL.parse(databaseUrl)
  url?.searchParams.delete('password')
  // `no-verify` is specific to the Node.js driver. libpq's equivalent is `require`, which does not verify the
  // certificate either.
  if (url?.searchParams.get('sslmode') === 'no-verify') url.searchParams.set('sslmode', 'require')
  if (url) url.password = ''
  const address = url ? quoted(url.href) : '"$DATABASE_URL"'
  return `Nothing was copied. Use the tool of PostgreSQL: pg_dump --format=custom --file=${quoted(file)} ${address}`
}

/** Quotes an argument for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

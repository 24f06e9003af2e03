import { sqliteFile } from '#lib/config/config.ts'
import { isPostgresqlAddress, postgresqlAddressForm } from '#lib/config/environment.ts'
import { CopyError } from '#lib/persistence/maintenance/copied-tables.ts'
import { copyToPostgresql } from '#lib/persistence/maintenance/copy-database.ts'
import { inspectDatabase } from '#lib/persistence/maintenance/inspection.ts'
import { DatabaseAddressError } from '#lib/persistence/maintenance/migrate.ts'
import { migrationsFolder } from '#lib/runtime.ts'
import { UsageError } from './arguments.ts'
import { defineCommand, exitCodes, Failure } from './command.ts'
import { withContext } from './open.ts'
import { keyFileOf, peekConfig } from './settings.ts'
import type { Terminal } from './terminal.ts'

const targetVariable = 'TARGET_DATABASE_URL'
/** The options that may have given the target address, for messages. */
const targetSetting = `--to or ${targetVariable}`

export const moveToPostgresql = defineCommand({
  name: 'move-to-postgresql',
  summary: 'Copies the SQLite database into an empty PostgreSQL database',
  options: {
    to: { value: 'url', text: 'postgresql://user@host:5432/database, without the password' },
    json: { text: 'prints JSON' },
  },
  notes: `Stop the server first. The password comes from PGPASSWORD or ~/.pgpass. Instead of --to, you can set\n${targetVariable} to the complete address. The SQLite database is not changed.`,
  async run(terminal, { to, json }) {
    const target = targetOf(terminal, to)
    const config = peekConfig(terminal)
    const source = sqliteFile(config)
    if (source === null) throw new Failure('This installation does not use SQLite.')
    // Refuses a missing installation and a wrong key: a copy would be useless with another key.
    await withContext(terminal, async () => {})
    await requireUsable(target)
    const say = (line: string) => (json ? undefined : terminal.out(line))
    const tables = await copyToPostgresql({
      source,
      target,
      targetSetting,
      migrationsFolder: migrationsFolder(),
      progress: ({ name, rows }) => say(`${String(rows).padStart(10)}  ${name}`),
    }).catch((error) => {
      const isTold = error instanceof CopyError || error instanceof DatabaseAddressError
      throw isTold ? new Failure([error.message, nothingCopied]) : error
    })
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    if (json) terminal.out(JSON.stringify({ rows, tables }))
    say(`${rows} rows were copied, and the row counts match.`)
    const keyFile = keyFileOf(terminal, config)
    terminal.err(
      `Now set DATABASE_URL to the new database${keyFile ? ` and ENCRYPTION_KEY to the content of ${keyFile}` : ''}, and start the server.`,
    )
    return exitCodes.done
  },
})

const nothingCopied = 'Nothing was copied.'

async function requireUsable(target: string): Promise<void> {
  const { state, detail, incompatibility } = await inspectDatabase(target, migrationsFolder())
  const fault =
    state === 'unreachable' ? `The database cannot be reached: ${detail}.` : incompatibility
  if (fault === null) return
  throw new Failure([`${fault} Check ${targetSetting}.`, nothingCopied])
}

/** Refuses a password in an argument: every user of the machine can see arguments. */
function targetOf({ env }: Terminal, to: string | undefined): string {
  const text = to ?? env[targetVariable]
  if (!text) throw new UsageError(`The option --to or ${targetVariable} is required.`)
  const url = /^postgres(ql)?:\/\//.test(text) ? URL.parse(text) : null
  if (!url) throw new UsageError('The target must be an address such as postgresql://user@host/db.')
  if (!isPostgresqlAddress(text))
    throw new UsageError(`The target must be ${postgresqlAddressForm}.`)
  if (to !== undefined && (url.password !== '' || url.searchParams.has('password'))) {
    throw new UsageError(
      `All users of the machine can see arguments. Omit the password and set PGPASSWORD, or set ${targetVariable} to the address.`,
    )
  }
  return text
}

import { type Config, sqliteFile } from '#lib/config/config.ts'
import type { SeedReport } from '#lib/domain/settings/bootstrap.ts'

/**
 * The framed text that the operator sees at the start. Only the first start shows a secret.
 * @param seeded data created by the first start; null on later starts
 */
export function banner(config: Config, seeded: SeedReport | null): string {
  const rows: string[] = [
    ...row('Open', config.baseUrl),
    ...row('Console', `${config.adminConsoleUrl}/admin`),
    ...row('Docs', `${config.baseUrl}/docs`),
    ...row('Data', placeOfData(config)),
  ]
  if (seeded) rows.push('', ...firstStartRows(seeded))
  return frame(`${config.appName} ${seeded ? 'is set up' : 'is running'}`, rows)
}

function firstStartRows(seeded: SeedReport): string[] {
  const { adminEmail, generatedPassword, bootstrapClientId } = seeded
  return [
    ...row('Sign in as', adminEmail),
    ...row('Password', generatedPassword ?? 'the value of ADMIN_PASSWORD'),
    ...(generatedPassword ? row('', 'Write it down: it is not shown again.') : []),
    ...(bootstrapClientId ? row('Client', `${bootstrapClientId} (for automation)`) : []),
  ]
}

function row(label: string, value: string): string[] {
  return [`${label.padEnd(12)}${value}`]
}

/** Where the data is stored, without the credentials of a database address. */
function placeOfData(config: Config): string {
  const file = sqliteFile(config)
  if (file !== null) return file
  const url = URL.parse(config.databaseUrl)
  return url ? `PostgreSQL ${url.host}${url.pathname}, files in ${config.dataDir}` : 'PostgreSQL'
}

function frame(title: string, rows: readonly string[]): string {
  const lines = [title, '', ...rows]
  const width = Math.max(...lines.map((line) => line.length))
  const edge = '─'.repeat(width + 4)
  const body = lines.map((line) => `│  ${line.padEnd(width)}  │`)
  return `\n┌${edge}┐\n${body.join('\n')}\n└${edge}┘\n\n`
}

/** The schema of the other database, which is derived: `schema.prisma` is the one that people change. */
import { readFileSync } from 'node:fs'

/** Where the two schemas are. */
export const sqliteSchemaFile = new URL('schema.prisma', import.meta.url)
export const postgresqlSchemaFile = new URL('schema.postgresql.prisma', import.meta.url)

/**
 * Both schemas as they are today, that of PostgreSQL derived from the other.
 * @returns {{ sqlite: string, postgresql: string }}
 * @throws {Error} when `schema.prisma` has no line of the provider to be replaced
 */
export function schemasOfToday() {
  const sqlite = readFileSync(sqliteSchemaFile, 'utf8')
  const postgresql = derivePostgresqlSchema(sqlite)
  if (!postgresql.includes('"postgresql"')) throw new Error('The provider line was not found.')
  return { sqlite, postgresql }
}

/**
 * The schema of the other provider: the same models with another provider and output folder, and
 * 64-bit row ids. SQLite's own row ids have 64 bits already, whatever the column is called.
 * @param {string} schema
 */
function derivePostgresqlSchema(schema) {
  const notice =
    '// Derived from schema.prisma by generate.mjs: change that file, not this one.\n\n'
  const models = schema
    .slice(schema.indexOf('generator client'))
    .replace('provider = "sqlite"', 'provider = "postgresql"')
    .replace('generated/sqlite', 'generated/postgresql')
    .replaceAll(/^( {2}(?:id|[A-Za-z]+Id) +)Int/gm, '$1BigInt')
  return notice + models
}

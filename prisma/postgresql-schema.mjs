/** Derives the PostgreSQL schema from `schema.prisma`, which is the file to edit. */
import { readFileSync } from 'node:fs'

export const sqliteSchemaFile = new URL('schema.prisma', import.meta.url)
export const postgresqlSchemaFile = new URL('schema.postgresql.prisma', import.meta.url)

/** The current schema, and the one derived for PostgreSQL. */
export function schemasOfToday() {
  return schemasOf(readFileSync(sqliteSchemaFile, 'utf8'))
}

/**
 * @param {string} sqlite content of a `schema.prisma`
 * @returns {{ sqlite: string, postgresql: string }}
 * @throws {Error} when it has no provider line to replace
 */
export function schemasOf(sqlite) {
  const postgresql = derivePostgresqlSchema(sqlite)
  if (!postgresql.includes('"postgresql"')) throw new Error('The provider line was not found.')
  return { sqlite, postgresql }
}

/**
 * The same models with another provider and output folder, and 64-bit row ids. SQLite's row ids always have 64
 * bits, whatever the column type.
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

/**
 * Derives the PostgreSQL schema from `schema.prisma` and generates both database clients.
 * Run by `npm install` (postinstall); running it again is harmless.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('schema.prisma', import.meta.url))
const derived = fileURLToPath(new URL('schema.postgresql.prisma', import.meta.url))

/**
 * The schema of the other provider: the same models with another provider and output folder, and
 * 64-bit row ids. SQLite's own row ids have 64 bits already, whatever the column is called.
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

const postgresql = derivePostgresqlSchema(readFileSync(source, 'utf8'))
if (!postgresql.includes('"postgresql"')) throw new Error('The provider line was not found.')
writeFileSync(derived, postgresql)

const prisma = createRequire(import.meta.url).resolve('prisma/build/index.js')
for (const schema of [source, derived]) {
  execFileSync(process.execPath, [prisma, 'generate', '--schema', schema], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: ['ignore', 'ignore', 'inherit'],
    // `generate` never runs the schema engine, but downloads it unless told of a program.
    env: {
      ...process.env,
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
    },
  })
}

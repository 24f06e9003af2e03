/**
 * Derives the PostgreSQL schema from `schema.prisma`, and generates both database clients and the table types. Run
 * by `npm install` (postinstall); repeating it is harmless.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { postgresqlSchemaFile, schemasOfToday, sqliteSchemaFile } from './postgresql-schema.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const schemas = schemasOfToday()
writeFileSync(postgresqlSchemaFile, schemas.postgresql)

const prisma = createRequire(import.meta.url).resolve('prisma/build/index.js')
for (const schema of [sqliteSchemaFile, postgresqlSchemaFile]) {
  execFileSync(process.execPath, [prisma, 'generate', '--schema', fileURLToPath(schema)], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    // `generate` never runs the schema engine, but downloads it unless a binary is configured.
    env: {
      ...process.env,
      // Prisma starts its generators by name.
      PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`,
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
    },
  })
}

const generated = new URL('../lib/persistence/generated/', import.meta.url)
mkdirSync(generated, { recursive: true })
// Written last: the start compares this file to detect missing or outdated generated code.
writeFileSync(new URL('schema.prisma', generated), schemas.sqlite)

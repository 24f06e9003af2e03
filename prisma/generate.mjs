/**
 * Derives the PostgreSQL schema from `schema.prisma` and generates both database clients.
 * Run by `npm install` (postinstall); running it again is harmless.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
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

/**
 * The tables and columns of the models, for statements that go around the client: name of the field,
 * of its column, its type, and whether the clock fills it in (`created` once, `updated` each time).
 */
function describeTables(schema) {
  const lines = ["import type * as rows from './sqlite/client.ts'\n"]
  const models = [...schema.matchAll(/^model (\w+) \{\n(.*?)^\}/gms)]
  lines.push('/** A row of each model. */', 'export interface Rows {')
  for (const [, model] of models) lines.push(`  ${model}: rows.${model}`)
  lines.push('}\n', 'export const tables = {')
  for (const [, model, body] of models) {
    const table = /@@map\("(\w+)"\)/.exec(body)?.[1] ?? model
    lines.push(`  ${model}: { table: '${table}', fields: [`)
    for (const line of body.split('\n')) {
      const found = /^ {2}(\w+) +(Int|String|Boolean|DateTime|Bytes)\b(.*)$/.exec(line)
      if (!found) continue
      const [, name, type, rest] = found
      const column = / @map\("(\w+)"\)/.exec(rest)?.[1] ?? name
      const clock = rest.includes('@updatedAt')
        ? 'updated'
        : rest.includes('now()')
          ? 'created'
          : ''
      lines.push(`    ['${name}', '${column}', '${type}', '${clock}'],`)
    }
    lines.push('  ] },')
  }
  return `${lines.join('\n')}\n} as const\n`
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

const generated = new URL('../lib/persistence/generated/', import.meta.url)
mkdirSync(generated, { recursive: true })
writeFileSync(new URL('tables.ts', generated), describeTables(readFileSync(source, 'utf8')))

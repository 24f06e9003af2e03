/**
 * Derives the PostgreSQL schema from `schema.prisma` and generates both database clients.
 * Run by `npm install` (postinstall); running it again is harmless.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { postgresqlSchemaFile, schemasOfToday, sqliteSchemaFile } from './postgresql-schema.mjs'

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

const root = fileURLToPath(new URL('..', import.meta.url))
const schemas = schemasOfToday()
writeFileSync(postgresqlSchemaFile, schemas.postgresql)

const prisma = createRequire(import.meta.url).resolve('prisma/build/index.js')
for (const schema of [sqliteSchemaFile, postgresqlSchemaFile]) {
  execFileSync(process.execPath, [prisma, 'generate', '--schema', fileURLToPath(schema)], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    // `generate` never runs the schema engine, but downloads it unless told of a program.
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
writeFileSync(new URL('tables.ts', generated), describeTables(schemas.sqlite))
// Written last: by it the start tells whether all of this is there and of today's schema.
writeFileSync(new URL('schema.prisma', generated), schemas.sqlite)

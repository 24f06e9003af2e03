/**
 * Writes the SQL from the newest migration to the current `schema.prisma`, for both databases. `POSTGRES_URL=… npm
 * run make-migration -- <name>` writes `migrations/<provider>/<timestamp>_<name>/migration.sql`, and the schema that it
 * leads to (`migrations/schema.prisma`), from which the next migration starts. Nothing is written before the SQL of
 * both databases is known.
 * `POSTGRES_URL` names any reachable PostgreSQL server: the engine connects, but reads nothing there.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import { postgresqlSchemaFile, schemasOf, schemasOfToday } from './postgresql-schema.mjs'

const engineFolder = new URL('../node_modules/@prisma/schema-engine-wasm/', import.meta.url)
const bindings = await import(new URL('schema_engine_bg.js', engineFolder).href)
const wasm = readFileSync(new URL('schema_engine_bg.wasm', engineFolder))
const { instance } = await WebAssembly.instantiate(wasm, { './schema_engine_bg.js': bindings })
bindings.__wbg_set_wasm(instance.exports)
instance.exports.__wbindgen_start?.()

const name = process.argv[2]
if (!/^[a-z][a-z0-9_]*$/.test(name ?? ''))
  stop('usage: npm run make-migration -- <name_in_snake_case>')
const { POSTGRES_URL: postgresUrl } = process.env
if (!postgresUrl) stop('POSTGRES_URL is required: the address of any reachable PostgreSQL server.')

const adapters = {
  sqlite: () => new PrismaBetterSqlite3({ url: ':memory:' }),
  postgresql: () => new PrismaPg({ connectionString: postgresUrl, allowExitOnIdle: true }),
}
const schemas = schemasOfToday()
const snapshot = new URL('migrations/schema.prisma', import.meta.url)
const former = existsSync(snapshot) ? schemasOf(readFileSync(snapshot, 'utf8')) : null
const migrations = []
for (const [provider, adapter] of Object.entries(adapters)) {
  const folder = new URL(`migrations/${provider}/`, import.meta.url)
  const before = former?.[provider] ?? null
  const sql = await difference(before, schemas[provider], adapter()).catch(({ message }) =>
    stop(`${provider}: ${message.trim().split('\n', 1)[0]}`),
  )
  migrations.push({ provider, folder, sql })
}

writeFileSync(postgresqlSchemaFile, schemas.postgresql)
const stamp = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)
// Always: a renamed model or a comment changes no table, but the snapshot must match the current schema.
writeFileSync(snapshot, schemas.sqlite)
for (const { provider, folder, sql } of migrations) {
  if (sql === null) {
    process.stdout.write(`${provider}: nothing to do\n`)
    continue
  }
  const target = new URL(`${stamp}_${name}/`, folder)
  mkdirSync(target, { recursive: true })
  writeFileSync(new URL('migration.sql', target), sql)
  writeFileSync(new URL('migration_lock.toml', folder), `provider = "${provider}"\n`)
  process.stdout.write(`${provider}: wrote ${stamp}_${name}\n`)
}

/** Exits before anything is written. */
function stop(reason) {
  process.stderr.write(`${reason}\n`)
  process.exit(2)
}

async function difference(before, today, adapter) {
  const engine = await bindings.SchemaEngine.new(
    { datamodels: undefined },
    () => {},
    bindMigrationAwareSqlAdapterFactory(adapter),
  )
  const datamodel = (content) => ({
    tag: 'schemaDatamodel',
    files: [{ path: 'schema.prisma', content }],
  })
  const result = await engine.diff({
    from: before === null ? { tag: 'empty' } : datamodel(before),
    to: datamodel(today),
    script: true,
    exitCode: true,
    filters: { externalTables: [], externalEnums: [] },
  })
  if (result.exitCode === 0) return null
  // The operator creates the schema: an application's role may lack the right to do so.
  return result.stdout.replace(/-- CreateSchema\nCREATE SCHEMA IF NOT EXISTS "public";\n\n/, '')
}

import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { migrate } from '#lib/persistence/maintenance/migrate.ts'
import { createDatabase, type TestDatabase, testProvider } from '#tests/support/databases.ts'
import { migrationsFolder } from '#tests/support/migrations-folder.ts'

/** The exported configuration of `prisma.config.ts`. */
interface PrismaConfig {
  readonly schema: string
  readonly migrations: { readonly path: string }
  readonly datasource: { readonly url: string }
}

let reads = 0

/** The settings that the `prisma` command line reads in an environment. */
async function configIn(env: Readonly<Record<string, string | undefined>>): Promise<PrismaConfig> {
  for (const name of ['DATABASE_URL', 'DATA_DIR']) vi.stubEnv(name, env[name])
  try {
    // The query string makes Node.js evaluate the file again.
    const found = await import(`${pathToFileURL(resolve('prisma.config.ts')).href}?${reads++}`)
    return found.default as PrismaConfig
  } finally {
    vi.unstubAllEnvs()
  }
}

describe('the prisma command line', () => {
  test.each(['postgresql', 'postgres'])('works on PostgreSQL for a %s: address', async (scheme) => {
    const url = `${scheme}://user@db.example:5432/authserver`
    expect(await configIn({ DATABASE_URL: url })).toMatchObject({
      schema: 'prisma/schema.postgresql.prisma',
      migrations: { path: 'prisma/migrations/postgresql' },
      datasource: { url },
    })
  })

  test('works on SQLite for a file: address, and on the server’s own file without one', async () => {
    const sqlite = {
      schema: 'prisma/schema.prisma',
      migrations: { path: 'prisma/migrations/sqlite' },
    }
    expect(await configIn({ DATABASE_URL: 'file:/srv/a.db' })).toMatchObject({
      ...sqlite,
      datasource: { url: 'file:/srv/a.db' },
    })
    expect(await configIn({ DATABASE_URL: '', DATA_DIR: '/srv/data' })).toMatchObject({
      ...sqlite,
      datasource: { url: 'file:/srv/data/authserver.db' },
    })
    const { datasource } = await configIn({})
    expect(datasource.url).toBe(`file:${resolve('data/authserver.db')}`)
  })
})

describe('prisma migrate deploy', () => {
  let database: TestDatabase

  beforeEach(async () => {
    database = await createDatabase(testProvider())
  })
  afterEach(() => database.remove())

  test('leaves the server nothing to migrate', async () => {
    expect((await deploy(database.url)).length).toBeGreaterThan(0)
    expect(await migrate(database.url, migrationsFolder)).toEqual([])
  })

  test('finds done what the server migrated', async () => {
    await migrate(database.url, migrationsFolder)
    expect(await deploy(database.url)).toEqual([])
  })
})

/**
 * Does the same as `prisma migrate deploy`, with Prisma's schema engine as a module. The command line uses a
 * binary that must be downloaded.
 * @returns the names of the applied migrations
 */
async function deploy(url: string): Promise<string[]> {
  const { migrations } = await configIn({ DATABASE_URL: url })
  const baseDir = resolve(migrations.path)
  const names = readdirSync(baseDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  const adapter = url.startsWith('file:')
    ? new PrismaBetterSqlite3({ url: url.slice('file:'.length) })
    : new PrismaPg({ connectionString: url })
  const connections: Connection[] = []
  const connect = adapter.connect.bind(
    adapter,
  ) as () => Promise<unknown> as () => Promise<Connection>
  Object.assign(adapter, {
    async connect() {
      const connection = await connect()
      connections.push(connection)
      return testProvider() === 'sqlite' ? connection : withWholeScripts(connection)
    },
  })
  engineClass ??= loadEngine()
  const engine = await (await engineClass).new(
    { datamodels: undefined },
    () => {},
    bindMigrationAwareSqlAdapterFactory(adapter),
  )
  const applied = await engine.applyMigrations({
    migrationsList: {
      baseDir,
      lockfile: {
        path: 'migration_lock.toml',
        content: readFileSync(join(baseDir, 'migration_lock.toml'), 'utf8'),
      },
      shadowDbInitScript: '',
      migrationDirectories: names.toSorted().map((path) => ({
        path,
        migrationFile: {
          path: 'migration.sql',
          content: {
            tag: 'ok',
            value: readFileSync(join(baseDir, path, 'migration.sql'), 'utf8'),
          },
        },
      })),
    },
    filters: { externalTables: [], externalEnums: [] },
  })
  for (const connection of connections) await connection.dispose()
  return applied.appliedMigrationNames
}

interface Connection {
  readonly client: { query(script: string): Promise<unknown> }
  dispose(): Promise<void>
}

/** The adapter splits scripts at every semicolon, even inside strings; the real engine does not. */
function withWholeScripts(connection: Connection): Connection {
  return Object.assign(connection, {
    async executeScript(script: string) {
      await connection.client.query(script)
    },
  })
}

interface EngineClass {
  new: (options: object, log: () => void, adapter: object) => Promise<Engine>
}

interface Engine {
  applyMigrations(input: object): Promise<{ appliedMigrationNames: string[] }>
}

/** Loaded once: all engines of a process share the memory of one module. */
let engineClass: Promise<EngineClass> | undefined

async function loadEngine(): Promise<EngineClass> {
  const folder = pathToFileURL(resolve('node_modules/@prisma/schema-engine-wasm')).href
  const bindings = await import(`${folder}/schema_engine_bg.js`)
  const wasm = readFileSync(new URL(`${folder}/schema_engine_bg.wasm`))
  const { instance } = await WebAssembly.instantiate(wasm, { './schema_engine_bg.js': bindings })
  bindings.__wbg_set_wasm(instance.exports)
  const { __wbindgen_start: start } = instance.exports
  if (typeof start === 'function') start()
  return bindings.SchemaEngine
}

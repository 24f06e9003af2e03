import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#lib/persistence/client.ts'
import {
  DatabaseAddressError,
  DatabaseTooNewError,
  migrate,
} from '#lib/persistence/maintenance/migrate.ts'
import { inAnotherProcess } from '#tests/support/child-process.ts'
import { createDatabase, type TestDatabase, testProvider } from '#tests/support/databases.ts'
import { migrationsFolder } from '#tests/support/migrations-folder.ts'

const provider = testProvider()
let database: TestDatabase
const sessions: pg.Client[] = []

beforeEach(async () => {
  database = await createDatabase(provider)
})
afterEach(async () => {
  for (const session of sessions.splice(0)) await session.end()
  await database.remove()
})

describe('an empty database', () => {
  test('gets every migration, once', async () => {
    const first = await migrate(database.url, migrationsFolder)
    expect(first.length).toBeGreaterThan(0)
    expect(await migrate(database.url, migrationsFolder)).toEqual([])
  })

  test('gets each migration once when five processes start at the same time', async () => {
    const code = `
      import { migrate } from '#lib/persistence/maintenance/migrate.ts'
      const names = await migrate(${JSON.stringify(database.url)}, 'prisma/migrations')
      process.stdout.write(JSON.stringify(names))`
    const printed = await Promise.all(Array.from({ length: 5 }, () => inAnotherProcess(code)))
    const applied = printed.flatMap((text) => JSON.parse(text) as string[])
    expect(applied.length).toBeGreaterThan(0)
    expect(new Set(applied).size).toBe(applied.length)
    await withClient(async (client) => expect(await client.settings.count()).toBe(0))
  })

  test('has every column of every model afterwards', async () => {
    await migrate(database.url, migrationsFolder)
    await withClient(async (client) => {
      for (const model of modelsOf(readFileSync('prisma/schema.prisma', 'utf8'))) {
        const delegate = Reflect.get(client, model) as { findMany(): Promise<unknown[]> }
        expect(await delegate.findMany(), model).toEqual([])
      }
    })
  })
})

describe('a database', () => {
  test('that a newer version migrated is refused and left alone', async () => {
    await migrate(database.url, migrationsFolder)
    await withMigrations(async (folder) => {
      addMigration(folder, '99991231235959_from_the_future', 'CREATE TABLE future (id INTEGER)')
      await migrate(database.url, folder)
    })
    const starting = migrate(database.url, migrationsFolder)
    await expect(starting).rejects.toThrow(DatabaseTooNewError)
    await expect(starting).rejects.toThrow('99991231235959_from_the_future')
  })

  test('is as before when a migration fails half-way', async () => {
    await migrate(database.url, migrationsFolder)
    await withMigrations(async (folder) => {
      addMigration(folder, '99991231235958_good', 'CREATE TABLE good (id INTEGER)')
      addMigration(folder, '99991231235959_bad', 'CREATE TABLE bad (id INTEGER); SELECT nonsense')
      await expect(migrate(database.url, folder)).rejects.toThrow('nonsense')
    })
    expect(await migrate(database.url, migrationsFolder)).toEqual([])
    await withClient(async (client) => {
      await expect(client.$queryRawUnsafe('SELECT * FROM good')).rejects.toThrow()
    })
  })
})

// PostgreSQL changes columns in place.
if (provider === 'sqlite') {
  describe('a migration that rebuilds a table', () => {
    const rebuild = `CREATE TABLE "new_groups" AS SELECT *, '' AS "note" FROM "groups";
      DROP TABLE "groups"; ALTER TABLE "new_groups" RENAME TO "groups";
      CREATE UNIQUE INDEX "groups_id" ON "groups" ("id");`

    async function addGroupWithAttribute(client: Database['prisma']): Promise<void> {
      const data = { groupIdentifier: 'staff', description: '' }
      const { id: groupId } = await client.group.create({ data })
      await client.groupAttribute.create({ data: { groupId, key: 'floor', value: '3' } })
    }

    test('keeps the rows that refer to it', async () => {
      await migrate(database.url, migrationsFolder)
      await withClient(addGroupWithAttribute)
      await withMigrations(async (folder) => {
        addMigration(folder, '99991231235959_note', rebuild)
        await migrate(database.url, folder)
      })
      await withClient(async (client) => expect(await client.groupAttribute.count()).toBe(1))
    })

    test('is undone when it breaks a reference', async () => {
      await migrate(database.url, migrationsFolder)
      await withClient(addGroupWithAttribute)
      await withMigrations(async (folder) => {
        addMigration(folder, '99991231235959_lost', `${rebuild} DELETE FROM "groups";`)
        await expect(migrate(database.url, folder)).rejects.toThrow(
          'broke a reference of the table group_attributes to groups',
        )
      })
      await withClient(async (client) => expect(await client.group.count()).toBe(1))
    })
  })
}

// SQLite has one lock, no roles and no search path.
if (provider === 'postgresql') {
  describe('a database on a server', () => {
    test('gets its tables in the schema public, whatever the database says', async () => {
      await asOwner(
        `CREATE SCHEMA other; ALTER DATABASE "${nameOf(database.url)}" SET search_path = other, public`,
      )
      await migrate(database.url, migrationsFolder)
      await withClient(async (client) => expect(await client.settings.count()).toBe(0))
    })

    test('where somebody holds a table for a while is migrated afterwards, and others get at the table meanwhile', async () => {
      await migrate(database.url, migrationsFolder)
      await withMigrations(async (folder) => {
        addMigration(folder, '99991231235959_wider', 'ALTER TABLE settings ADD COLUMN wider TEXT')
        const holder = await sessionOf(database.url)
        await holder.query('BEGIN; LOCK TABLE settings IN ACCESS SHARE MODE')
        const migrating = migrate(database.url, folder)
        await waitsForLock()
        // This query queues behind the migration, and must run before the migration gets its lock.
        await asOwner('SELECT count(*) FROM settings')
        await holder.query('ROLLBACK')
        expect(await migrating).toEqual(['99991231235959_wider'])
      })
    })

    test('that the user may not make tables in is told in a sentence, until somebody else has made them', async () => {
      const user = `may_not_${process.pid}`
      await asOwner(`CREATE ROLE ${user} LOGIN; REVOKE CREATE ON SCHEMA public FROM PUBLIC`)
      const url = new URL(database.url)
      url.username = user
      url.password = ''
      const migrating = migrate(url.href, migrationsFolder)
      await expect(migrating).rejects.toThrow(
        /^The database cannot be set up: permission denied for schema public\. The user /,
      )
      await migrate(database.url, migrationsFolder)
      await asOwner(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${user}`)
      expect(await migrate(url.href, migrationsFolder)).toEqual([])
      await asOwner(`DROP OWNED BY ${user}; DROP ROLE ${user}`)
    })

    test.each(['LATIN1', 'SQL_ASCII'])('in %s is refused in a sentence', async (encoding) => {
      const url = new URL(database.url)
      url.pathname = `${url.pathname}_${encoding.toLowerCase()}`
      await asOwner(`CREATE DATABASE ${nameOf(url.href)} ENCODING '${encoding}' TEMPLATE template0`)
      const migrating = migrate(url.href, migrationsFolder)
      await expect(migrating).rejects.toThrow(DatabaseAddressError)
      await expect(migrating).rejects.toThrow(
        `The database has the encoding ${encoding}, but the server requires UTF8`,
      )
      await asOwner(`DROP DATABASE ${nameOf(url.href)}`)
    })

    test('that can only be read is refused in a sentence', async () => {
      await migrate(database.url, migrationsFolder)
      await asOwner(
        `ALTER DATABASE "${nameOf(database.url)}" SET default_transaction_read_only = on`,
      )
      const migrating = migrate(database.url, migrationsFolder)
      await expect(migrating).rejects.toThrow(DatabaseAddressError)
      await expect(migrating).rejects.toThrow('The database is read-only: ')
    })
  })
}

describe('the schema', () => {
  test('that the newest migration was made from is today’s', () => {
    const snapshot = readFileSync(join(migrationsFolder, 'schema.prisma'), 'utf8')
    expect(snapshot, 'run `npm run make-migration -- <name>`').toBe(
      readFileSync('prisma/schema.prisma', 'utf8'),
    )
  })

  test('has the same models for both databases', () => {
    const sqlite = modelsOf(readFileSync('prisma/schema.prisma', 'utf8'))
    expect(sqlite).not.toEqual([])
    expect(modelsOf(readFileSync('prisma/schema.postgresql.prisma', 'utf8'))).toEqual(sqlite)
  })
})

/** Model names in the client's spelling. */
function modelsOf(schema: string): string[] {
  return [...schema.matchAll(/^model (\w)(\w*)/gm)].map(
    ([, first = '', rest = '']) => first.toLowerCase() + rest,
  )
}

const nameOf = (url: string) => new URL(url).pathname.slice(1)

async function sessionOf(url: string): Promise<pg.Client> {
  const session = new pg.Client({ connectionString: url })
  await session.connect()
  sessions.push(session)
  return session
}

async function asOwner(sql: string): Promise<void> {
  await (await sessionOf(database.url)).query(sql)
}

/** Waits until a migration waits for a table lock. */
async function waitsForLock(): Promise<void> {
  const watcher = await sessionOf(database.url)
  const waiting = () =>
    watcher.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
  await expect.poll(async () => (await waiting()).rowCount).toBe(1)
}

async function withClient(work: (client: Database['prisma']) => Promise<void>): Promise<void> {
  const opened = openDatabase(database.url, 1)
  try {
    await work(opened.prisma)
  } finally {
    await opened.close()
  }
}

/** Runs work with a copy of the migrations, to which it may add some. */
async function withMigrations(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'authserver-migrations-'))
  try {
    cpSync(migrationsFolder, folder, { recursive: true })
    await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function addMigration(folder: string, name: string, sql: string): void {
  const path = join(folder, provider, name)
  mkdirSync(path)
  writeFileSync(join(path, 'migration.sql'), sql)
}

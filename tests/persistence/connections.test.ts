import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '#lib/persistence/client.ts'
import {
  openPool,
  type PostgresPool,
  type PostgresTimeouts,
  requestTimeouts,
} from '#lib/persistence/database/postgres-pool.ts'
import type { Queries } from '#lib/persistence/database/tables.ts'
import { openStore, type Repositories } from '#lib/persistence/store.ts'
import { openWire } from '#tests/faults/wire.ts'
import { fileDatabase } from '#tests/support/file-database.ts'

const { provider, url, client, database } = await fileDatabase()
const timeoutMs = 5_000

/** A database with a single connection. */
function openedAlone(timeouts: PostgresTimeouts = {}): Database {
  const opened = openDatabase(url, 1, timeouts)
  onTestFinished(() => opened.close())
  return opened
}

function aPool(): PostgresPool {
  const pool = openPool(url, 1)
  onTestFinished(() => pool.end())
  return pool
}

const processId = async (pool: PostgresPool) =>
  (await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid

const rename = (queries: Queries, appName: string) =>
  queries.updateTable('settings').set({ appName }).execute()

const changeTheme = (queries: Queries) =>
  queries.updateTable('settings').set({ uiTheme: '' }).execute()

const one = async (queries: Queries) =>
  (await sql<{ one: number }>`SELECT 1 AS "one"`.execute(queries)).rows[0]?.one

/** Changes a session default of the database for the rest of the test. */
async function withDefault(setting: string, value: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  await client.$executeRawUnsafe(`ALTER DATABASE "${name}" SET ${setting} = ${value}`)
  onTestFinished(async () => {
    await client.$executeRawUnsafe(`ALTER DATABASE "${name}" RESET ${setting}`)
  })
}

/** The database behind a network that can stop transmitting. */
async function overWire(timeouts: PostgresTimeouts = {}) {
  const wire = await openWire(url)
  const database = openDatabase(wire.url, 1, timeouts)
  onTestFinished(async () => {
    wire.close()
    await database.close()
  })
  return { wire, database, store: openStore(database) }
}

type OverWire = Awaited<ReturnType<typeof overWire>>

/** The error of failing work, and its duration in milliseconds. */
async function failureOf(work: Promise<unknown>): Promise<{ message: string; millis: number }> {
  const begun = performance.now()
  const message = await work.then(
    () => 'It did not fail.',
    (error: Error) => error.message,
  )
  return { message, millis: performance.now() - begun }
}

describe('a transaction that the database has undone by itself', () => {
  const appName = async () => (await client.settings.findFirstOrThrow()).appName
  // SQLite rolls back after a disk error; here a trigger does.
  const losing = provider === 'sqlite' ? 'smtp_host' : 'id'
  if (provider === 'sqlite') {
    beforeAll(async () => {
      await client.$executeRawUnsafe(`CREATE TRIGGER "lose" BEFORE UPDATE OF "smtp_host" ON "settings"
        BEGIN SELECT RAISE(ROLLBACK, 'lost'); END`)
    })
  }

  test('takes no statement that was asked for beside the one that failed', async () => {
    const before = await appName()
    const lost = database.transaction(
      (queries) =>
        Promise.all([
          sql`UPDATE "settings" SET ${sql.ref(losing)} = NULL`.execute(queries),
          rename(queries, 'half'),
        ]),
      timeoutMs,
    )
    await expect(lost).rejects.toThrow()
    expect(await appName()).toBe(before)
  })

  test('takes none that comes later by the client', async () => {
    const before = await appName()
    const lost = client.$transaction(async (tx) => {
      const failing = tx.$executeRawUnsafe(`UPDATE "settings" SET "${losing}" = NULL`)
      await expect(failing).rejects.toThrow()
      await tx.settings.updateMany({ data: { appName: 'half by the client' } })
    })
    await expect(lost).rejects.toThrow()
    expect(await appName()).toBe(before)
  })
})

// SQLite has neither a pool nor session settings.
if (provider === 'postgresql') {
  describe('beside a newer version that has migrated the database', () => {
    /** A store of three connections, each of which has prepared the statements. */
    async function prepared() {
      const opened = openDatabase(url, 3)
      onTestFinished(() => opened.close())
      const store = openStore(opened)
      await Promise.all([1, 2, 3].map(() => changed(store)))
      await Promise.all([1, 2, 3].map(() => store.settings.find()))
      return store
    }
    /** A transaction that reads two tables. */
    const changed = (store: ReturnType<typeof openStore>) =>
      store.transaction(async (tx) => {
        const [settings, client] = [await tx.settings.find(), await tx.clients.findById(1)]
        await tx.outboundReach.noteUnreached('key_set', 'timeout', new Date())
        await sleep(20)
        return [settings?.id, client?.id]
      })
    async function migrate() {
      for (const table of ['settings', 'clients']) {
        await client.$executeRawUnsafe(`ALTER TABLE "${table}" ADD COLUMN "later" TEXT`)
        onTestFinished(async () => {
          await client.$executeRawUnsafe(`ALTER TABLE "${table}" DROP COLUMN "later"`)
        })
      }
    }

    test('a former one goes on to read', async () => {
      const store = await prepared()
      await migrate()
      const found = await Promise.all([1, 2, 3].map(() => store.settings.find()))
      expect(found.map((settings) => settings?.id)).toEqual([1, 1, 1])
    })

    test('its transactions go on too, and write once', async () => {
      const store = await prepared()
      await store.outboundReach.noteReached('key_set')
      await migrate()
      const done = await Promise.all([1, 2, 3].map(() => changed(store)))
      expect(done).toEqual([
        [1, 1],
        [1, 1],
        [1, 1],
      ])
      const [reach] = await store.outboundReach.listUnreached(1, new Date(0))
      expect(reach?.unreached).toBe(3)
    })

    test('and so does administrative work', async () => {
      const store = await prepared()
      await migrate()
      const read = () => store.adminTransaction((tx) => tx.settings.find())
      expect((await Promise.all([read(), read(), read()])).map((found) => found?.id)).toEqual([
        1, 1, 1,
      ])
    })
  })

  describe('a connection of the pool', () => {
    test('that is given back inside a transaction serves nobody else', async () => {
      const pool = aPool()
      const refused = await pool.connect()
      const { rows } = await refused.query('SELECT pg_backend_pid() AS pid')
      await refused.query('BEGIN')
      refused.release()
      expect(await processId(pool)).not.toBe(rows[0].pid)
    })

    test('that is given back after its transaction serves the next one', async () => {
      const pool = aPool()
      const first = await processId(pool)
      const plain = await pool.connect()
      await plain.query('BEGIN')
      await plain.query('COMMIT')
      plain.release()
      expect(await processId(pool)).toBe(first)
    })

    test('serves the next one after a transaction of Kysely', async () => {
      const opened = openedAlone()
      const pid = async () =>
        (await sql<{ pid: number }>`SELECT pg_backend_pid() AS "pid"`.execute(opened.queries))
          .rows[0]
      const first = await pid()
      await opened.transaction(changeTheme, timeoutMs)
      expect(await pid()).toEqual(first)
    })

    test('is waited for as long as the pool was told to', async () => {
      const opened = openedAlone({ connectionMs: 20_000 })
      // Longer than a request waits.
      const taken = opened.transaction(() => sleep(2_500), timeoutMs)
      expect(await one(opened.queries)).toBe(1)
      await taken
    })

    test('that could only read is replaced, so that a database that may be written again is written', async () => {
      await withDefault('default_transaction_read_only', 'on')
      const opened = openedAlone()
      const write = () => opened.transaction(changeTheme, timeoutMs)
      await expect(write()).rejects.toThrow('read-only')
      await withDefault('default_transaction_read_only', 'off')
      await write()
    })

    test.each([
      ['search_path', 'pg_catalog', 'public'],
      ['default_transaction_isolation', 'serializable', 'read committed'],
      ['DateStyle', "'SQL, DMY'", 'ISO, DMY'],
      ['statement_timeout', '0', '14500ms'],
    ])('has its own %s, whatever the database says', async (setting, theirs, ours) => {
      await withDefault(setting, theirs)
      const { rows } = await aPool().query(`SHOW ${setting}`)
      expect(Object.values(rows[0])).toEqual([ours])
    })
  })

  describe('a transaction whose database goes silent', () => {
    const appName = async () => (await client.settings.findFirstOrThrow()).appName
    const byKysely = ({ wire, database }: OverWire, timeoutMs: number) =>
      database.transaction(async (queries) => {
        await rename(queries, 'heard')
        wire.freeze()
        await rename(queries, 'unheard')
      }, timeoutMs)
    const byPrisma = ({ wire, store }: OverWire, timeoutMs: number) =>
      store.adminTransaction(async (tx) => {
        await tx.settings.update({ appName: 'heard' })
        wire.freeze()
        await tx.settings.update({ appName: 'unheard' })
      }, timeoutMs)

    test.each([
      ['by Kysely', byKysely],
      ['by Prisma', byPrisma],
    ])('is refused when its time is over and has written nothing, %s', async (_, work) => {
      const before = await appName()
      const { message, millis } = await failureOf(work(await overWire(), 300))
      expect(message).toBe('A transaction took too long.')
      // A rollback would wait for the silent database up to its own limit of 15 seconds.
      expect(millis).toBeLessThan(10_000)
      expect(await appName()).toBe(before)
    })

    /** A transaction that writes, before its commit gets no answer. */
    const freezeCommit = ({ wire, store }: OverWire, run: 'adminTransaction' | 'transaction') =>
      store[run](async (tx: Repositories) => {
        await tx.users.touch(1)
        wire.freeze()
      })

    test('holds a request for five seconds at most', async () => {
      const kinds: Readonly<Record<string, (over: OverWire) => Promise<unknown>>> = {
        'a statement of Kysely': ({ wire, database }) => {
          wire.freeze()
          return one(database.queries)
        },
        'a statement of Prisma': ({ wire, database }) => {
          wire.freeze()
          return database.prisma.settings.findFirst()
        },
        'a transaction of Kysely': (over) => byKysely(over, 15_000),
        'a transaction of Prisma': (over) => byPrisma(over, 15_000),
        'a commit of Kysely': (over) => freezeCommit(over, 'transaction'),
        'a commit of Prisma': (over) => freezeCommit(over, 'adminTransaction'),
      }
      const failures = Object.entries(kinds).map(async ([kind, work]) => {
        const over = await overWire(requestTimeouts)
        await over.database.prisma.settings.findFirst()
        const { message, millis } = await failureOf(work(over))
        return { kind, isRefused: message !== 'It did not fail.', isInTime: millis < 5_000 }
      })
      expect(await Promise.all(failures)).toEqual(
        Object.keys(kinds).map((kind) => ({ kind, isRefused: true, isInTime: true })),
      )
    })

    test('is refused after one silence: no rollback waits for a second one', async () => {
      const over = await overWire({ statementMs: 2_000 })
      const order: string[] = []
      // Timers of one process fire in order, however late, so their order is compared.
      const secondSilence = sleep(3_900).then(() => order.push('a second silence'))
      order.push((await failureOf(byKysely(over, timeoutMs))).message)
      await secondSilence
      expect(order).toEqual(['Query read timeout', 'a second silence'])
    })

    test.each([
      ['by Kysely', byKysely],
      ['by Prisma', byPrisma],
    ])('leaves its place to the next one when it speaks again, %s', async (_, work) => {
      const over = await overWire()
      await failureOf(work(over, 300))
      over.wire.thaw()
      expect(await one(over.database.queries)).toBe(1)
    })
  })
}

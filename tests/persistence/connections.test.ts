import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { connect } from '#lib/persistence/client.ts'
import {
  type OpenPool,
  openPool,
  type Patience,
  requestPatience,
} from '#lib/persistence/postgresql.ts'
import { openStore, type Repositories } from '#lib/persistence/store.ts'
import { openWire } from '#tests/faults/wire.ts'
import { fileDatabase } from '#tests/support/file-database.ts'

const { provider, url, client } = await fileDatabase()
const limitMillis = 5_000

function aPool(): OpenPool {
  const opened = openPool(url, 1)
  onTestFinished(() => opened.close())
  return opened
}

const one = async (sql: string, { database }: Pick<OpenPool, 'database'>) =>
  (await database.connection.rows(sql, []))[0]?.[0]

/** Changes a session default of the database for the rest of the test. */
async function withDefault(setting: string, value: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  await client.$executeRawUnsafe(`ALTER DATABASE "${name}" SET ${setting} = ${value}`)
  onTestFinished(async () => {
    await client.$executeRawUnsafe(`ALTER DATABASE "${name}" RESET ${setting}`)
  })
}

/** The database behind a network that can stop transmitting. */
async function overWire(
  parameters: Readonly<Record<string, string>> = {},
  patience: Patience = {},
) {
  const wire = await openWire(url)
  const address = new URL(wire.url)
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
  const client = connect(address.href, 1, patience)
  onTestFinished(async () => {
    wire.close()
    await client.$disconnect()
  })
  return { wire, client, store: openStore(client, provider) }
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
    const { transaction } = client.$database
    const lost = transaction({
      run: (mine) =>
        Promise.all([
          mine.run(`UPDATE "settings" SET "${losing}" = NULL`, []),
          mine.run('UPDATE "settings" SET "app_name" = ?', ['half']),
        ]),
      limitMillis,
    })
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
  describe('a connection of the pool', () => {
    test('that is given back inside a transaction serves nobody else', async () => {
      const opened = aPool()
      const refused = await opened.pool.connect()
      const { rows } = await refused.query('SELECT pg_backend_pid() AS pid')
      await refused.query('BEGIN')
      refused.release()
      expect(await one('SELECT pg_backend_pid()', opened)).not.toBe(rows[0].pid)
    })

    test('that is given back after its transaction serves the next one', async () => {
      const opened = aPool()
      const pid = () => one('SELECT pg_backend_pid()', opened)
      const first = await pid()
      await opened.database.transaction({
        run: (mine) => mine.run('UPDATE "settings" SET "ui_theme" = ?', ['']),
        limitMillis,
      })
      const plain = await opened.pool.connect()
      await plain.query('BEGIN')
      await plain.query('COMMIT')
      plain.release()
      expect(await pid()).toBe(first)
    })

    test('is waited for as long as the pool was told to', async () => {
      const opened = openPool(url, 1, { connectionMillis: 20_000 })
      onTestFinished(() => opened.close())
      const taken = await opened.pool.connect()
      // Longer than a request waits.
      setTimeout(() => taken.release(), 2_500)
      expect(await one('SELECT 1', opened)).toBe(1)
    })

    test('that could only read is replaced, so that a database that may be written again is written', async () => {
      await withDefault('default_transaction_read_only', 'on')
      const opened = connect(url, 1)
      onTestFinished(() => opened.$disconnect())
      const write = () =>
        opened.$database.transaction({
          run: (mine) => mine.run('UPDATE "settings" SET "ui_theme" = ?', ['']),
          limitMillis,
        })
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
      expect(await one(`SHOW ${setting}`, aPool())).toBe(ours)
    })
  })

  describe('a transaction whose database goes silent', () => {
    const appName = async () => (await client.settings.findFirstOrThrow()).appName
    const rename = 'UPDATE "settings" SET "app_name" = ?'
    const byHand = ({ wire, client }: OverWire, limitMillis: number) =>
      client.$database.transaction({
        async run(mine) {
          await mine.run(rename, ['heard'])
          wire.freeze()
          await mine.run(rename, ['unheard'])
        },
        limitMillis,
      })
    const byClient = ({ wire, store }: OverWire, limitMillis: number) =>
      store.adminTransaction(
        async (tx) => {
          await tx.settings.update({ appName: 'heard' })
          wire.freeze()
          await tx.settings.update({ appName: 'unheard' })
        },
        { limitMillis },
      )

    test.each([
      ['by hand', byHand],
      ['by the client', byClient],
    ])('is refused when its time is over and has written nothing, %s', async (_, work) => {
      const before = await appName()
      const { message, millis } = await failureOf(work(await overWire(), 300))
      expect(message).toBe('A transaction took too long.')
      // A rollback would wait for the silent database up to its own limit of 15 seconds.
      expect(millis).toBeLessThan(10_000)
      expect(await appName()).toBe(before)
    })

    /** A transaction with one manual statement before the commit, like the one for an audit entry. */
    const freezeLast = ({ wire, store }: OverWire, run: 'adminTransaction' | 'transaction') =>
      store[run]((tx: Repositories) => tx.users.touch(1), { last: async () => wire.freeze() })

    test('holds a request for five seconds at most', async () => {
      const kinds: Readonly<Record<string, (over: OverWire) => Promise<unknown>>> = {
        'a statement by hand': ({ wire, client }) => {
          wire.freeze()
          return client.$database.connection.rows('SELECT 1', [])
        },
        'a statement of the client': ({ wire, client }) => {
          wire.freeze()
          return client.settings.findFirst()
        },
        'a transaction by hand': (over) => byHand(over, 15_000),
        'a transaction of the client': (over) => byClient(over, 15_000),
        'a commit by hand': (over) => freezeLast(over, 'transaction'),
        'a commit of the client': (over) => freezeLast(over, 'adminTransaction'),
      }
      const failures = Object.entries(kinds).map(async ([kind, work]) => {
        const over = await overWire({}, requestPatience)
        await over.client.settings.findFirst()
        const { message, millis } = await failureOf(work(over))
        return { kind, isRefused: message !== 'It did not fail.', isInTime: millis < 5_000 }
      })
      expect(await Promise.all(failures)).toEqual(
        Object.keys(kinds).map((kind) => ({ kind, isRefused: true, isInTime: true })),
      )
    })

    test('is refused after one silence: no rollback waits for a second one', async () => {
      const { wire, client } = await overWire({ query_timeout: '2000' })
      const order: string[] = []
      let secondSilence: Promise<unknown> = Promise.resolve()
      const committing = client.$database.transaction({
        run: (mine) => mine.run(rename, ['heard']),
        async last() {
          wire.freeze()
          // The outcome is looked up after the commit. Timers of one process fire in order, however late, so
          // their order is compared.
          secondSilence = sleep(5_000).then(() => order.push('a second silence'))
        },
        limitMillis,
      })
      order.push((await failureOf(committing)).message)
      await secondSilence
      expect(order).toEqual(['Query read timeout', 'a second silence'])
    })

    test.each([
      ['by hand', byHand],
      ['by the client', byClient],
    ])('leaves its place to the next one when it speaks again, %s', async (_, work) => {
      const over = await overWire()
      await failureOf(work(over, 300))
      over.wire.thaw()
      expect(await over.client.$database.connection.rows('SELECT 1', [])).toEqual([[1]])
    })
  })
}

import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { connect } from '#lib/persistence/client.ts'
import type { Connection } from '#lib/persistence/connection.ts'
import { fileDatabase } from '#tests/support/file-database.ts'

const { client, url, provider } = await fileDatabase()
const { connection, transaction } = client.$database

const limitMillis = 5_000
const appName = async () => (await connection.rows('SELECT "app_name" FROM "settings"', []))[0]?.[0]
const rename = (mine: Connection, name: string) =>
  mine.run('UPDATE "settings" SET "app_name" = ?', [name])
const fails = (mine: Connection) => mine.run('UPDATE "settings" SET "id" = NULL', [])

afterEach(() => {
  vi.restoreAllMocks()
})

describe('statements of a transaction that are asked side by side', () => {
  test('are executed in their order', async () => {
    const names = ['a', 'b', 'c'].map((name) => `in order ${name}`)
    const read = await transaction({
      run: (mine) =>
        Promise.all(
          names.map(async (name) => {
            const renamed = rename(mine, name)
            const rows = mine.rows('SELECT "app_name" FROM "settings"', [])
            return [await renamed, await rows]
          }),
        ),
      limitMillis,
    })
    expect(read).toEqual(names.map((name) => [1, [[name]]]))
    expect(await appName()).toBe('in order c')
  })

  test('leave nothing when one of them fails, and the connection serves whoever comes next', async () => {
    const before = await appName()
    const alone = connect(url, 1)
    try {
      const { transaction } = alone.$database
      const failed = transaction({
        run: (mine) => Promise.all([rename(mine, 'half'), fails(mine), rename(mine, 'done')]),
        limitMillis,
      })
      await expect(failed).rejects.toThrow()
      expect(await appName()).toBe(before)
      await transaction({ run: (mine) => rename(mine, 'next'), limitMillis })
      expect(await appName()).toBe('next')
    } finally {
      await alone.$disconnect()
    }
  })

  test('never run when the transaction is undone before it is their turn', async () => {
    const before = await appName()
    const failed = transaction({
      async run(mine) {
        await rename(mine, 'begun')
        for (const name of ['waiting', 'too']) rename(mine, name).catch(() => {})
        throw new Error('on purpose')
      },
      limitMillis,
    })
    await expect(failed).rejects.toThrow('on purpose')
    await connection.rows('SELECT 1 FROM "settings"', [])
    expect(await appName()).toBe(before)
  })
})

describe('what is asked for last', () => {
  test('is kept with the rest', async () => {
    let inside: Connection | undefined
    await transaction({
      async run(mine) {
        inside = mine
        await rename(mine, 'first')
      },
      last: async () => inside && rename(inside, 'last'),
      limitMillis,
    })
    expect(await appName()).toBe('last')
  })

  test('undoes the rest when it fails', async () => {
    const before = await appName()
    let inside: Connection | undefined
    const failed = transaction({
      async run(mine) {
        inside = mine
        await rename(mine, 'never')
      },
      last: async () => inside && fails(inside),
      limitMillis,
    })
    await expect(failed).rejects.toThrow()
    expect(await appName()).toBe(before)
  })
})

// SQLite has no round trips.
if (provider === 'postgresql') {
  describe('on PostgreSQL', () => {
    test('a transaction is one round trip for what is asked side by side, one for what is written last, and one for its end', async () => {
      const query = vi.spyOn(pg.Client.prototype, 'query')
      let inside: Connection | undefined
      await transaction({
        async run(mine) {
          inside = mine
          await Promise.all([rename(mine, 'one'), rename(mine, 'two'), rename(mine, 'three')])
        },
        last: async () => inside && rename(inside, 'four'),
        limitMillis,
      })
      expect(query).toHaveBeenCalledTimes(3)
    })

    test('a transaction in which nothing is asked is none at all', async () => {
      const query = vi.spyOn(pg.Client.prototype, 'query')
      await transaction({ run: async () => null, limitMillis })
      expect(query).not.toHaveBeenCalled()
    })

    test('a failure that nobody looked at is not taken for a commit', async () => {
      const before = await appName()
      const failed = transaction({
        async run(mine) {
          await rename(mine, 'lost')
          await fails(mine).catch(() => {})
        },
        limitMillis,
      })
      await expect(failed).rejects.toThrow('has failed')
      expect(await appName()).toBe(before)
    })

    test('a statement that could not be prepared is prepared once it can be', async () => {
      const ask = () => connection.rows('SELECT "x" FROM "made_later"', [])
      await expect(ask()).rejects.toThrow('made_later')
      await connection.run('CREATE TABLE "made_later" AS SELECT 1 AS "x"', [])
      expect(await ask()).toEqual([[1]])
      expect(await ask()).toEqual([[1]])
    })
  })
}

if (provider === 'postgresql') {
  test('a server on this machine is reached over its Unix socket', async () => {
    const [folder] = (await connection.rows('SHOW unix_socket_directories', []))[0] ?? []
    const address = new URL(url)
    address.searchParams.set('host', String(folder))
    const overSocket = connect(address.href, 1)
    try {
      const [row] = await overSocket.$database.connection.rows('SELECT inet_server_addr()', [])
      // Null on a socket; a network connection would have an address.
      expect(row).toEqual([null])
      expect(await overSocket.settings.count()).toBe(1)
    } finally {
      await overSocket.$disconnect()
    }
  })
}

import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Client, connect } from '#lib/persistence/client.ts'
import { openStore } from '#lib/persistence/store.ts'
import { testProvider } from '#tests/support/databases.ts'
import { type OpenDatabase, openSeededDatabase } from '#tests/support/file-database.ts'

/** A separate client on a new database, and whether it has the database open. */
async function anotherClient(): Promise<{ client: Client; isOpen: () => Promise<boolean> }> {
  const database = await openSeededDatabase()
  const url = new URL(database.url)
  if (database.provider === 'sqlite') {
    await database.client.$disconnect()
    // SQLite removes this file when the last connection closes.
    const isOpen = async () => existsSync(`${url.pathname}-wal`)
    return { client: connect(database.url), isOpen }
  }
  url.searchParams.set('application_name', 'to be closed')
  return { client: connect(url.href), isOpen: () => isConnected(database) }
}

async function isConnected({ client }: OpenDatabase): Promise<boolean> {
  const rows = await client.$queryRaw<unknown[]>`
    SELECT 1 FROM pg_stat_activity WHERE application_name = 'to be closed'`
  return rows.length > 0
}

/** PostgreSQL notices a closed connection a moment later. */
async function untilClosed(isOpen: () => Promise<boolean>): Promise<void> {
  await expect.poll(isOpen).toBe(false)
}

test('a client that was only used by statements of our own closes the database', async () => {
  const { client, isOpen } = await anotherClient()
  expect(await openStore(client, testProvider()).settings.find()).not.toBe(null)
  expect(await isOpen()).toBe(true)
  await client.$disconnect()
  await untilClosed(isOpen)
})

test('a client that was used both ways closes the database', async () => {
  const { client, isOpen } = await anotherClient()
  await openStore(client, testProvider()).settings.find()
  await client.settings.findFirst()
  expect(await isOpen()).toBe(true)
  await client.$disconnect()
  await untilClosed(isOpen)
})

test('a client that was never used may be closed, and more than once', async () => {
  const { client } = await anotherClient()
  await client.$disconnect()
  await client.$disconnect()
})

import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Database, openDatabase } from '#lib/persistence/client.ts'
import { openStore } from '#lib/persistence/store.ts'
import { type OpenDatabase, openSeededDatabase } from '#tests/support/file-database.ts'

/** A new database that is opened apart, and whether it is open. */
async function openedApart(): Promise<{ opened: Database; isOpen: () => Promise<boolean> }> {
  const database = await openSeededDatabase()
  const url = new URL(database.url)
  if (database.provider === 'sqlite') {
    await database.database.close()
    // SQLite removes this file when the last connection closes.
    const isOpen = async () => existsSync(`${url.pathname}-wal`)
    return { opened: openDatabase(database.url), isOpen }
  }
  url.searchParams.set('application_name', 'to be closed')
  return { opened: openDatabase(url.href), isOpen: () => isConnected(database) }
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

test('a database that only Kysely used closes', async () => {
  const { opened, isOpen } = await openedApart()
  expect(await openStore(opened).settings.find()).not.toBe(null)
  expect(await isOpen()).toBe(true)
  await opened.close()
  await untilClosed(isOpen)
})

test('a database that Prisma and Kysely used closes', async () => {
  const { opened, isOpen } = await openedApart()
  await openStore(opened).settings.find()
  await opened.prisma.settings.findFirst()
  expect(await isOpen()).toBe(true)
  await opened.close()
  await untilClosed(isOpen)
})

test('a database that was never used may be closed, and more than once', async () => {
  const { opened } = await openedApart()
  await opened.close()
  await opened.close()
})

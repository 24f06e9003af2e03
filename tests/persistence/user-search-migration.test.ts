import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#lib/persistence/client.ts'
import { migrate } from '#lib/persistence/maintenance/migrate.ts'
import { openStore } from '#lib/persistence/store.ts'
import { createDatabase, type TestDatabase, testProvider } from '#tests/support/databases.ts'
import { openSeededDatabase } from '#tests/support/file-database.ts'
import { migrationsFolder } from '#tests/support/migrations-folder.ts'
import { aUser } from '#tests/support/people.ts'

const provider = testProvider()
let database: TestDatabase
let older: string

beforeEach(async () => {
  database = await createDatabase(provider)
  older = mkdtempSync(join(tmpdir(), 'authserver-migrations-'))
  cpSync(migrationsFolder, older, { recursive: true })
  const folder = join(older, provider)
  const names = readdirSync(folder).sort()
  const first = names.findIndex((name) => name.endsWith('_user_texts'))
  for (const name of names.slice(first)) {
    if (/^\d/.test(name)) rmSync(join(folder, name), { recursive: true })
  }
})
afterEach(async () => {
  rmSync(older, { recursive: true })
  await database.remove()
})

describe('the migration', () => {
  test('makes the users that are there findable', async () => {
    await migrate(database.url, older)
    await withDatabase(async ({ prisma: client }) => {
      await client.$executeRaw`INSERT INTO "users" ("subject", "email", "given_name", "updated_at")
        VALUES ('old', 'old@example.org', ${'ÉLISE \u212aelvin'}, CURRENT_TIMESTAMP)`
    })
    await migrate(database.url, migrationsFolder)
    await withDatabase(async (opened) => {
      const store = openStore(opened)
      for (const text of ['élise', 'OLD@EX', 'KELVIN', 'kelvin']) {
        const { users } = await store.users.search({ text, page: 1, size: 10 })
        expect(users, text).toMatchObject([{ subject: 'old' }])
      }
    })
  })
})

describe('the index', () => {
  test('answers a rare text without reading every user', async () => {
    const { client, store } = await openSeededDatabase()
    const { id } = await aUser(store, { givenName: 'Xanthippe' })
    if (provider === 'postgresql') {
      const plan = await client.$transaction(async (db) => {
        // The search function sets this too: the planner would rather scan a table with few rows.
        await db.$executeRaw`SET LOCAL enable_seqscan = off`
        return db.$queryRaw`EXPLAIN SELECT "user_id" FROM "user_texts"
          WHERE "text_grams"("text") @@ '''xan'''::tsquery`
      })
      expect(JSON.stringify(plan)).toContain('user_texts_grams_idx')
    } else {
      await client.$executeRaw`INSERT INTO "user_text_grams" ("user_text_grams", "rowid", "text")
        SELECT 'delete', "user_id", "text" FROM "user_texts" WHERE "user_id" = ${id}`
      const { total } = await store.users.search({ text: 'xan', page: 1, size: 10 })
      expect(total, 'found although the index does not have it').toBe(0)
    }
  })

  test('holds nobody who is gone', async () => {
    const { client, store } = await openSeededDatabase()
    const { id } = await aUser(store, { givenName: 'Xanthippe' })
    await store.users.change(id, { givenName: 'Yvonne' })
    await store.users.remove(id)
    const [texts] = await client.$queryRaw<
      { count: number | bigint }[]
    >`SELECT COUNT(*) AS "count" FROM "user_texts"`
    expect(Number(texts?.count)).toBe(await client.user.count())
    if (provider === 'sqlite') {
      // Fails when the index does not match the texts.
      await client.$executeRaw`INSERT INTO "user_text_grams" ("user_text_grams", "rank")
        VALUES ('integrity-check', 1)`
    }
  })
})

async function withDatabase(work: (opened: Database) => Promise<void>): Promise<void> {
  const opened = openDatabase(database.url, 1)
  try {
    await work(opened)
  } finally {
    await opened.close()
  }
}

import { type RawBuilder, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '#lib/persistence/client.ts'
import { testContext } from '#tests/support/context.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { aSession } from '#tests/support/granted.ts'
import { aUser } from '#tests/support/people.ts'

const { store } = await testContext()
const { url, provider } = await fileDatabase()
const user = await aUser(store)

const find = (sessionIdentifier: string) => store.sessions.findByIdentifier(sessionIdentifier)

/** The words of Kysely, and of the driver while the transaction ends. */
const isOver = /is over|is already (committed|rolled back)/i

describe('a transaction of frequent work', () => {
  test('keeps everything it wrote when it returns', async () => {
    const session = await store.transaction((tx) => aSession(tx, user))
    expect(await find(session.sessionIdentifier)).not.toBeNull()
  })

  test('leaves nothing when it throws', async () => {
    let written = ''
    const failed = store.transaction(async (tx) => {
      written = (await aSession(tx, user)).sessionIdentifier
      throw new Error('on purpose')
    })
    await expect(failed).rejects.toThrow('on purpose')
    expect(await find(written)).toBeNull()
  })

  test('shows its rows to nobody until it commits', async () => {
    const seen = Promise.withResolvers<void>()
    const inside = Promise.withResolvers<string>()
    const done = store.transaction(async (tx) => {
      const { sessionIdentifier } = await aSession(tx, user)
      expect(await tx.sessions.findByIdentifier(sessionIdentifier)).not.toBeNull()
      inside.resolve(sessionIdentifier)
      await seen.promise
    })
    const written = await inside.promise
    expect(await find(written)).toBeNull()
    seen.resolve()
    await done
    expect(await find(written)).not.toBeNull()
  })

  test('refuses statements that come when it is over', async () => {
    const kept = await store.transaction(async (tx) => tx)
    await expect(kept.users.findById(user.id)).rejects.toThrow(isOver)
    await expect(aSession(kept, user)).rejects.toThrow(isOver)
  })

  test('fails for a broken rule of the schema and lets the next one in', async () => {
    const { sessionIdentifier } = await aSession(store, user)
    const again = store.transaction((tx) => aSession(tx, user, [], { sessionIdentifier }))
    await expect(again).rejects.toThrow()
    await store.transaction((tx) => aSession(tx, user))
  })

  test('that takes too long is undone, and nobody waits for it', async () => {
    const database = openDatabase(url, 2)
    try {
      await database.prisma.settings.findMany()
      const hung = database.transaction(async (queries) => {
        await queries.updateTable('settings').set({ appName: 'hung' }).execute()
        await new Promise(() => {})
      }, 50)
      await expect(hung).rejects.toThrow('too long')
      const isHung = database.queries
        .selectFrom('settings')
        .select('id')
        .where('appName', '=', 'hung')
      expect(await isHung.execute()).toEqual([])
      await database.transaction(
        (queries) => queries.updateTable('settings').set({ uiTheme: '' }).execute(),
        5_000,
      )
    } finally {
      await database.close()
    }
  })

  test('of many at once none sees or undoes what is another’s', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, i) =>
        store.transaction(async (tx) => {
          const { sessionIdentifier } = await aSession(tx, user)
          if (i % 2 === 0) throw new Error(sessionIdentifier)
          return sessionIdentifier
        }),
      ),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(
      outcomes.map((_, i) => (i % 2 === 0 ? 'rejected' : 'fulfilled')),
    )
    for (const outcome of outcomes) {
      const isKept = outcome.status === 'fulfilled'
      const name = isKept ? outcome.value : outcome.reason.message
      expect((await find(name)) !== null).toBe(isKept)
    }
  })

  // SQLite has no connection that could break.
  if (provider === 'postgresql') {
    test('fails when its connection breaks, and the next one has another', async () => {
      const database = openDatabase(url, 1)
      try {
        const ask = (query: RawBuilder<object>) =>
          database.transaction(async (queries) => (await query.execute(queries)).rows, 5_000)
        await expect(ask(sql`SELECT pg_terminate_backend(pg_backend_pid())`)).rejects.toThrow()
        expect(await ask(sql`SELECT 1 AS "one"`)).toEqual([{ one: 1 }])
      } finally {
        await database.close()
      }
    })
  }
})

import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { adminTransaction, transaction } from '#lib/context.ts'
import type { Store } from '#lib/persistence/store.ts'
import { inAnotherProcess } from '#tests/support/child-process.ts'
import { testContext } from '#tests/support/context.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { aSession } from '#tests/support/granted.ts'
import { aGroup, aUser } from '#tests/support/people.ts'

const { ctx, store } = await testContext()
const { url, provider } = await fileDatabase()

/** Rows are looked up by address, because SQLite reuses the row id of a rolled-back row. */
class Undone extends Error {}

describe('a transaction', () => {
  test('keeps everything it wrote when it returns', async () => {
    const [first, second] = await store.adminTransaction(async (tx) => [
      await aUser(tx),
      await aUser(tx),
    ])
    expect(await store.users.findById(first?.id ?? 0)).not.toBeNull()
    expect(await store.users.findById(second?.id ?? 0)).not.toBeNull()
  })

  test('leaves nothing when it throws', async () => {
    const written = await undo(store, (tx) => aUser(tx))
    expect(await store.users.findByEmail(written.email)).toBeNull()
  })

  test('shows its rows to nobody until it commits', async () => {
    const inside = Promise.withResolvers<number>()
    const seen = Promise.withResolvers<void>()
    const done = store.adminTransaction(async (tx) => {
      const { id } = await aUser(tx)
      expect(await tx.users.findById(id)).not.toBeNull()
      inside.resolve(id)
      await seen.promise
    })
    const id = await inside.promise
    expect(await store.users.findById(id)).toBeNull()
    seen.resolve()
    await done
    expect(await store.users.findById(id)).not.toBeNull()
  })

  test('does not undo what others wrote meanwhile when it rolls back', async () => {
    const begun = Promise.withResolvers<void>()
    const rolledBack = undo(store, async (tx) => {
      const mine = await aUser(tx)
      begun.resolve()
      // Long enough for the other write to reach the database if it does not wait for its turn.
      await sleep(50)
      return mine
    })
    await begun.promise
    const theirs = aUser(store)
    expect(await store.users.findByEmail((await rolledBack).email)).toBeNull()
    expect(await store.users.findByEmail((await theirs).email)).not.toBeNull()
  })

  test.each([
    ['somebody waits', () => sleep(400)],
    // Prisma's own timeout has then passed too when the server's is checked.
    ['nothing else can run', async () => blockFor(2_000)],
  ])('that takes too long while %s is undone, and asks nothing any more', async (_, wait) => {
    const [user, stranger] = [await aUser(store), await aUser(store)]
    const session = await aSession(store, user)
    const asked = Promise.withResolvers<unknown>()
    let tries = 0
    const late = adminTransaction(
      ctx,
      async (tx) => {
        tries++
        await tx.store.sessions.update(session.id, { deviceName: 'in time' })
        await wait()
        await sleep(1)
        const write = tx.store.sessions.update(session.id, { deviceName: 'too late' })
        asked.resolve(await write.catch((error: unknown) => error))
      },
      300,
    )
    await expect(late).rejects.toThrow('A transaction took too long.')
    // The connection returns to the pool: a statement sent too late must not run in this next transaction,
    // whose rollback would hide it.
    await undo(store, async (tx) => {
      await tx.users.lock(stranger.id)
      expect(await asked.promise).toBeInstanceOf(Error)
    })
    expect((await store.sessions.findById(session.id))?.deviceName).toBe(session.deviceName)
    expect(tries).toBe(1)
  })

  test('is never opened inside another', async () => {
    const nested = store.adminTransaction((tx) => tx.adminTransaction(async () => {}))
    await expect(nested).rejects.toThrow('inside another')
  })

  test('fails for a broken rule of the schema and lets the next one in', async () => {
    const { email } = await aUser(store)
    await expect(store.adminTransaction((tx) => aUser(tx, { email }))).rejects.toMatchObject({
      code: 'P2002',
    })
    await expect(store.adminTransaction((tx) => aUser(tx))).resolves.toHaveProperty('id')
  })
})

describe('many transactions at once', () => {
  test('count without losing one', async () => {
    const { id } = await aUser(store)
    const client = (await fileDatabase()).client
    await Promise.all(
      Array.from({ length: 40 }, () =>
        store.adminTransaction(async (tx) => {
          const user = await tx.users.lock(id)
          await client.$transaction([]) // another query in between
          await tx.users.claimOtpStep(id, (user?.lastOtpStep ?? 0) + 1)
        }),
      ),
    )
    expect((await store.users.findById(id))?.lastOtpStep).toBe(40)
  })

  test('that lock two rows in opposite order all succeed', async () => {
    const [a, b] = [await aUser(store), await aUser(store)]
    const swap = (first: number, second: number) =>
      store.adminTransaction(async (tx) => {
        await tx.users.lock(first)
        await sleep(20)
        await tx.users.lock(second)
        return true
      })
    expect(await Promise.all([swap(a.id, b.id), swap(b.id, a.id)])).toEqual([true, true])
  })

  // SQLite has one writer at a time.
  if (provider === 'postgresql') {
    test('make rows of a user whom another holds, without waiting for it', async () => {
      const user = await aUser(store)
      const make = async (tx: Store) => {
        await tx.users.hold(user.id)
        return aSession(store, user)
      }
      const session = await store.adminTransaction(make, 3_000)
      expect(session.userId).toBe(user.id)
    })
  }
})

describe('when the database is busy', () => {
  test('a transaction is tried again', async () => {
    let tries = 0
    const result = await store.adminTransaction(async (tx) => {
      await aGroup(tx, { groupIdentifier: 'tried-twice' })
      tries += 1
      if (tries < 3) throw Object.assign(new Error('busy'), { code: 'SQLITE_BUSY' })
      return tries
    })
    expect(result).toBe(3)
  })

  test('another failure is not tried again', async () => {
    let tries = 0
    const failing = store.adminTransaction(async () => {
      tries += 1
      throw new Undone()
    })
    await expect(failing).rejects.toThrow(Undone)
    expect(tries).toBe(1)
  })

  // PostgreSQL has no single writer to wait for.
  if (provider === 'sqlite') {
    test('a write waits for another process’s transaction', async () => {
      const holding = inAnotherProcess(`
        import Database from 'better-sqlite3'
        const database = new Database(${JSON.stringify(url.replace(/^file:/, ''))})
        database.exec("BEGIN IMMEDIATE; UPDATE settings SET app_name = 'Theirs'")
        process.stdout.write('held')
        setTimeout(() => { database.exec('COMMIT'); database.close() }, 300)`)
      await sleep(150)
      const { id } = await aUser(store)
      await holding
      expect(await store.users.findById(id)).not.toBeNull()
      expect((await store.settings.find())?.appName).toBe('Theirs')
    })
  }
})

describe('the transaction of a context', () => {
  test('runs the trace of a failure after everything else was undone', async () => {
    const [kept, lost] = [{ email: '' }, { email: '' }]
    const failure = Object.assign(new Undone(), {
      onRollback: async (tx: typeof ctx) => void Object.assign(kept, await aUser(tx.store)),
    })
    const failing = adminTransaction(ctx, async (tx) => {
      Object.assign(lost, await aUser(tx.store))
      throw failure
    })
    await expect(failing).rejects.toBe(failure)
    expect(await store.users.findByEmail(lost.email)).toBeNull()
    expect(await store.users.findByEmail(kept.email)).not.toBeNull()
  })

  test('runs what was left for after the commit only when there was one', async () => {
    const effects: string[] = []
    await adminTransaction(ctx, async (tx) => tx.afterCommit(() => effects.push('committed')))
    const failing = adminTransaction(ctx, async (tx) => {
      tx.afterCommit(() => effects.push('rolled back'))
      throw new Undone()
    })
    await expect(failing).rejects.toThrow(Undone)
    expect(effects).toEqual(['committed'])
  })
})

describe.each([
  ['an administrative transaction', adminTransaction],
  ['a transaction', transaction],
] as const)('what is asked side by side in %s', (_, run) => {
  const entry = { createdAt: ctx.now, auditEvent: 'logout', details: '{}', requestId: 'r' }

  test('leaves nothing when one statement fails', async () => {
    const before = await store.auditLog.count({})
    const failing = run(ctx, async (tx) => {
      const failed = tx.store.auditLog.insertAll([{ ...entry, details: null as never }])
      const others = Array.from({ length: 5 }, () => tx.store.auditLog.insertAll([entry]))
      await Promise.all([failed, ...others])
    })
    await expect(failing).rejects.toThrow()
    // A statement sent too late would run outside the transaction, some round trips later.
    await sleep(100)
    expect(await store.auditLog.count({})).toBe(before)
  })

  test('leaves nothing when the work fails for another reason', async () => {
    const before = await store.auditLog.count({})
    const failing = run(ctx, async (tx) => {
      const written = Array.from({ length: 5 }, () => tx.store.auditLog.insertAll([entry]))
      await Promise.all([...written, Promise.reject(new Undone())])
    })
    await expect(failing).rejects.toThrow(Undone)
    await sleep(100)
    expect(await store.auditLog.count({})).toBe(before)
  })

  test('makes the driver warn of nothing, however much it is', async () => {
    const warnings: Error[] = []
    const hear = (warning: Error) => warnings.push(warning)
    process.on('warning', hear)
    await run(ctx, async (tx) => {
      await Promise.all(Array.from({ length: 6 }, () => tx.store.auditLog.insertAll([entry])))
    })
    // Node.js emits a warning in the next turn of the event loop.
    await sleep(1)
    process.off('warning', hear)
    expect(warnings).toEqual([])
  })
})

function blockFor(millis: number): void {
  const end = performance.now() + millis
  while (performance.now() < end);
}

/** Runs work in a transaction, rolls it back, and returns the work's result. */
async function undo<T>(target: Store, work: (tx: Store) => Promise<T>): Promise<T> {
  const results: T[] = []
  const failing = target.adminTransaction(async (tx) => {
    results.push(await work(tx))
    throw new Undone()
  })
  await expect(failing).rejects.toThrow(Undone)
  return results[0] as T
}

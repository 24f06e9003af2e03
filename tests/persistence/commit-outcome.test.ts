import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { adminTransaction, transaction } from '#lib/context.ts'
import { openDatabase } from '#lib/persistence/client.ts'
import { outcomeLookup, requireCommitted } from '#lib/persistence/database/commit-outcome.ts'
import { isRetryable } from '#lib/persistence/errors.ts'
import { openStore } from '#lib/persistence/store.ts'
import { openWire } from '#tests/faults/wire.ts'
import { openCommitWire } from '#tests/support/commit-wire.ts'
import { testContext } from '#tests/support/context.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { freePort } from '#tests/support/free-port.ts'
import { aUser } from '#tests/support/people.ts'

const { provider, url } = await fileDatabase()

async function begun(): Promise<{ connection: pg.Client; id: string }> {
  const connection = new pg.Client({ connectionString: url })
  await connection.connect()
  onTestFinished(() => connection.end())
  await connection.query('BEGIN')
  const { rows } = await connection.query('SELECT pg_current_xact_id() AS id')
  return { connection, id: rows[0].id }
}

const broken = Object.assign(new Error('Connection terminated unexpectedly'), {
  code: 'ECONNRESET',
})

// SQLite always reports the outcome of a commit.
describe.runIf(provider === 'postgresql')('the outcome of a transaction', () => {
  const lookUp = outcomeLookup(url)

  test.each([
    ['COMMIT', 'committed'],
    ['ROLLBACK', 'aborted'],
  ] as const)('after %s is: %s', async (end, outcome) => {
    const { connection, id } = await begun()
    await connection.query(end)
    expect(await lookUp(id)).toBe(outcome)
  })

  test('whose connection has ended is: aborted', async () => {
    const { connection, id } = await begun()
    await connection.end()
    expect(await lookUp(id)).toBe('aborted')
  })

  test('that goes on is unknown', async () => {
    const { id } = await begun()
    expect(await lookUp(id)).toBe('unknown')
  })

  test('that ends while it is asked for is found', async () => {
    const { connection, id } = await begun()
    const found = lookUp(id)
    await sleep(100)
    await connection.query('COMMIT')
    expect(await found).toBe('committed')
  })

  test('of an id that was never given is unknown', async () => {
    const { id } = await begun()
    expect(await lookUp(String(BigInt(id) + 1_000_000n))).toBe('unknown')
  })

  test('is unknown where nobody listens', async () => {
    const nowhere = new URL(url)
    nowhere.port = String(await freePort())
    expect(await outcomeLookup(nowhere.href)('1')).toBe('unknown')
  })

  test('is unknown where the database is silent', async () => {
    const wire = await openWire(url)
    onTestFinished(() => wire.close())
    wire.freeze()
    expect(await outcomeLookup(wire.url)('1')).toBe('unknown')
  })
})

describe('a commit that failed', () => {
  test('is as good as answered when it was done', async () => {
    await requireCommitted(broken, '7', async () => 'committed')
  })

  test('leads to another run when it was undone', async () => {
    const failing = requireCommitted(broken, '7', async () => 'aborted')
    const error = await failing.catch((thrown: unknown) => thrown)
    expect(isRetryable(error)).toBe(true)
  })

  test('is told as it is when nobody knows', async () => {
    const failing = requireCommitted(broken, '7', async () => 'unknown')
    await expect(failing).rejects.toBe(broken)
  })

  test.each([
    ['of a transaction without an id', broken, null],
    ['that the database refused', databaseError('23505'), '7'],
    ['that a deferred rule refused', databaseError('23503'), '7'],
    ['for a fault of the program', new TypeError('undefined is not a function'), '7'],
  ])('is not looked up: %s', async (_, failure, id) => {
    const lookUp = vi.fn(async () => 'committed' as const)
    await expect(requireCommitted(failure, id, lookUp)).rejects.toBe(failure)
    expect(lookUp).not.toHaveBeenCalled()
  })

  test.each(['57P01', '57P02', '08006'])(
    'is looked up when the database ended the connection with %s',
    async (code) => {
      await requireCommitted(databaseError(code), '7', async () => 'committed')
    },
  )
})

describe.runIf(provider === 'postgresql').each([
  ['a transaction', adminTransaction],
  ['a transaction of frequent work', transaction],
])('what was left for after the commit of %s', (_, run) => {
  test.each(['answer lost', 'commit lost', 'nobody to ask'] as const)(
    'runs once, when the database has committed: %s',
    async (loss) => {
      const wire = await openCommitWire(url)
      const database = openDatabase(wire.url, 2)
      onTestFinished(async () => {
        wire.close()
        await database.close()
      })
      const { ctx } = await testContext()
      const { id } = await aUser(ctx.store)
      const effects: string[] = []
      wire.lose(loss)
      const running = run({ ...ctx, store: openStore(database) }, async (tx) => {
        await tx.store.users.touch(id)
        tx.afterCommit(() => effects.push('done'))
      })
      const isDone = await running.then(
        () => true,
        () => false,
      )
      expect([wire.lost(), isDone, effects]).toEqual(
        loss === 'nobody to ask' ? [1, false, []] : [1, true, ['done']],
      )
    },
  )
})

function databaseError(code: string): Error {
  return Object.assign(new pg.DatabaseError('refused', 7, 'error'), { code })
}

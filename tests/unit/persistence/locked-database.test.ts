import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type GroupCommit, groupCommit } from '#lib/persistence/database/group-commit.ts'
import { isRetryable } from '#lib/persistence/errors.ts'

/** True while another process holds the lock on the database. */
let locked: boolean
let commits: GroupCommit

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  locked = true
  const execute = (sql: string) => {
    if (!locked || !sql.startsWith('BEGIN')) return { rows: [] }
    throw Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' })
  }
  commits = groupCommit(
    { connection: { inTransaction: true }, statements: { execute } },
    async () => {},
  )
})
afterEach(() => void vi.useRealTimers())

async function begun(): Promise<{ outcome: unknown; millis: number }> {
  const from = performance.now()
  const outcome = await commits.begin().then(
    (participant) => {
      participant.rollback()
      return 'begun'
    },
    (error: unknown) => error,
  )
  return { outcome, millis: performance.now() - from }
}

test('each waiting caller gives up at its own timeout, and tries no more', async () => {
  const queue = [begun(), begun(), begun()]
  await vi.advanceTimersByTimeAsync(2_000)
  queue.push(begun())
  await vi.advanceTimersByTimeAsync(8_000)
  for (const { outcome, millis } of await Promise.all(queue)) {
    expect(outcome).toBeInstanceOf(Error)
    expect(isRetryable(outcome)).toBe(false)
    expect(Math.abs(millis - 4_000)).toBeLessThan(50)
  }
})

test('who waits is served when the lock is gone', async () => {
  const queue = [begun(), begun()]
  await vi.advanceTimersByTimeAsync(3_000)
  locked = false
  await vi.advanceTimersByTimeAsync(50)
  expect((await Promise.all(queue)).map(({ outcome }) => outcome)).toEqual(['begun', 'begun'])
})

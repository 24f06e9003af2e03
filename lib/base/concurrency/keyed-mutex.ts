import { Unavailable } from '#lib/base/errors/errors.ts'
import { withinTime } from '#lib/base/time/within-time.ts'
import { singleton } from './singleton.ts'

const maxWaitMs = 4_000

/**
 * Serializes work with the same key within this process. Transactions that lock the same row wait here without a
 * connection, so the pool stays available to other requests.
 * @param key names the row, such as `user 7`
 * @throws Unavailable after waiting four seconds
 */
export async function withKeyedLock<T>(key: string, work: () => Promise<T>): Promise<T> {
  const turns = singleton('keyed turns', () => new Map<string, Promise<unknown>>())
  const before = turns.get(key) ?? null
  const ended = Promise.withResolvers<void>()
  const mine = before === null ? ended.promise : before.then(() => ended.promise)
  turns.set(key, mine)
  // A caller that gives up while another one works must not let the next one pass.
  void mine.then(() => {
    if (turns.get(key) === mine) turns.delete(key)
  })
  try {
    if (before !== null) {
      await withinTime(
        () => before,
        maxWaitMs,
        () => new Unavailable('busy', 2),
      )
    }
    return await work()
  } finally {
    ended.resolve()
  }
}

import { Unavailable } from './errors.ts'
import { singleton } from './singleton.ts'

/** How long a turn is waited for, in milliseconds. */
const maxWaitMillis = 4_000

/**
 * Runs work one after the other where it has the same key, in this process: transactions that lock the same row wait
 * here, where waiting holds no connection, and leave the others of the pool to everybody else.
 * @param key names the row, such as `user 7`
 * @throws Unavailable when the turn has not come within four seconds
 */
export async function withKeyedLock<T>(key: string, work: () => Promise<T>): Promise<T> {
  const turns = singleton('keyed turns', () => new Map<string, Promise<unknown>>())
  const before = turns.get(key) ?? null
  const ended = Promise.withResolvers<void>()
  const mine = before === null ? ended.promise : before.then(() => ended.promise)
  turns.set(key, mine)
  try {
    if (before !== null) await withinPatience(before)
    return await work()
  } finally {
    ended.resolve()
    if (turns.get(key) === mine) turns.delete(key)
  }
}

async function withinPatience(before: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Unavailable('busy', 2)), maxWaitMillis)
  try {
    await Promise.race([before, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

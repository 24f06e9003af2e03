import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { Refusal } from '#lib/answers/refusal.ts'
import type { Context } from '#lib/context.ts'
import type { Store } from '#lib/persistence/store.ts'
import { testProvider } from '#tests/support/databases.ts'
import { fileDatabase } from '#tests/support/file-database.ts'

/** Work in a transaction on a fixture. */
export type Deed<Fixture> = (ctx: Context, fixture: Fixture) => Promise<unknown>

export class Gone extends Error {}

/**
 * A context over a store that pauses after one of its statements, and the number of times its transaction
 * began.
 */
function watched(ctx: Context, restAfter: number, rest: () => Promise<unknown>) {
  const { store } = ctx
  let statements = 0
  let tries = 0
  const rested = <S extends object>(inner: S): S => {
    const repository = (named: object) =>
      new Proxy(named, {
        get(target, name) {
          const ask = Reflect.get(target, name)
          return (...values: unknown[]) => {
            const asked = ask(...values)
            if (!(asked instanceof Promise) || ++statements !== restAfter) return asked
            return asked.finally(rest)
          }
        },
      })
    return new Proxy(inner, {
      get(target, name) {
        const found: unknown = Reflect.get(target, name)
        return typeof found === 'object' && found ? repository(found) : found
      },
    })
  }
  const resting =
    <S extends object, T>(work: (inner: S) => Promise<T>) =>
    (inner: S): Promise<T> => {
      tries++
      return work(rested(inner))
    }
  const slow: Store = {
    ...store,
    adminTransaction: (work, timeoutMs) => store.adminTransaction(resting(work), timeoutMs),
    transaction: (work) => store.transaction(resting(work)),
  }
  return { ctx: { ...ctx, store: slow }, tries: () => tries }
}

/**
 * Waits until a connection waits for a lock in the test's database. On SQLite, returns at once: a second
 * transaction queues anyway.
 */
export async function untilSomebodyWaits(): Promise<void> {
  if (testProvider() === 'sqlite') return
  const { client } = await fileDatabase()
  const waiting = () => client.$queryRaw<unknown[]>`SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`
  while ((await waiting()).length === 0) await sleep(5)
}

/** How often each of two deeds was tried, when the second starts after a statement of the first. */
async function triesOf<Fixture>(
  ctx: Context,
  fixture: Fixture,
  [first, second]: readonly [Deed<Fixture>, Deed<Fixture>],
  after: number,
) {
  const done = async (deed: Deed<Fixture>, ctx: Context) => {
    await deed(ctx, fixture).catch((error: unknown) => {
      if (!(error instanceof Gone || error instanceof Refusal)) throw error
    })
  }
  const other = watched(ctx, 0, async () => {})
  let others: Promise<void> | undefined
  const one = watched(ctx, after, () => {
    others = done(second, other.ctx)
    return Promise.race([others, untilSomebodyWaits()])
  })
  await done(first, one.ctx)
  await others
  return { first: one.tries(), second: other.tries() }
}

/**
 * Starts each of two deeds after every statement of the other, each time on a new fixture, and expects that
 * neither was retried. A deadlock would abort one of them after a second and retry it.
 */
export async function expectNoDeadlock<Fixture>(
  ctx: Context,
  aFixture: () => Promise<Fixture>,
  one: Deed<Fixture>,
  other: Deed<Fixture>,
): Promise<void> {
  for (const deeds of [[one, other] as const, ...(one === other ? [] : [[other, one] as const])]) {
    for (let after = 1; ; after++) {
      const tries = await triesOf(ctx, await aFixture(), deeds, after)
      // The first deed has fewer statements than that.
      if (tries.second === 0) {
        expect(after).toBeGreaterThan(1)
        break
      }
      expect(tries, `the second after statement ${after} of the first`).toEqual({
        first: 1,
        second: 1,
      })
    }
  }
}

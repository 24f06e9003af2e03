import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Connection, Work } from '#lib/persistence/connection.ts'
import type { Repositories } from '#lib/persistence/store.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { aSession } from '#tests/support/granted.ts'
import { aUser } from '#tests/support/people.ts'

const { client, store, provider } = await fileDatabase()
const { transaction } = client.$database
const user = await aUser(store)
const limitMillis = 5_000

afterEach(() => {
  vi.restoreAllMocks()
})

/** New sessions with empty device names, ordered by their identifiers. */
async function sessions(count: number): Promise<string[]> {
  const made = Array.from({ length: count }, () => aSession(store, user, [], { deviceName: '' }))
  return (await Promise.all(made)).map(({ sessionIdentifier }) => sessionIdentifier).sort()
}

const say = (mine: Connection, session: string, text: string) =>
  mine.run('UPDATE "user_sessions" SET "device_name" = ? WHERE "session_identifier" = ?', [
    text,
    session,
  ])

async function said(session: string): Promise<string | undefined> {
  return (await store.sessions.findByIdentifier(session))?.deviceName
}

/** Writes a session's device name, and then runs more work in the same transaction. */
function saying(session: string, text: string, more?: (mine: Connection) => unknown): Work<string> {
  return {
    async run(mine) {
      await say(mine, session, text)
      await more?.(mine)
      return text
    },
    limitMillis,
    rowsOf: session,
  }
}

const refused = (mine: Connection) => mine.run('UPDATE "settings" SET "id" = NULL', [])
const reasonOf = (outcome?: PromiseSettledResult<unknown>) =>
  outcome?.status === 'rejected' ? (outcome.reason as Error).message : null

describe('transactions for different sessions that are asked for in one turn', () => {
  test('keep what they wrote, and each returns its own', async () => {
    const all = await sessions(5)
    const texts = await Promise.all(all.map((one, i) => transaction(saying(one, `kept ${i}`))))
    expect(texts).toEqual(all.map((_, i) => `kept ${i}`))
    expect(await Promise.all(all.map(said))).toEqual(texts)
  })

  test.each<[string, (session: string) => Work<unknown>, RegExp]>([
    [
      'that throws',
      (one) =>
        saying(one, 'never', () => {
          throw new Error('on purpose')
        }),
      /on purpose/,
    ],
    [
      'that the database refuses',
      (one) => saying(one, 'never', refused),
      /"settings"|datatype mismatch/,
    ],
    [
      'whose write with the commit is refused',
      (one) => {
        let inside: Connection | undefined
        const work = saying(one, 'never', (mine) => {
          inside = mine
        })
        return { ...work, last: async () => inside && refused(inside) }
      },
      /"settings"|datatype mismatch/,
    ],
  ])('one %s leaves nothing, and the others keep what they wrote', async (_, failing, reason) => {
    const [first = '', second = '', third = ''] = await sessions(3)
    const outcomes = await Promise.allSettled([
      transaction(saying(first, 'kept')),
      transaction(failing(second)),
      transaction(saying(third, 'kept')),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(reasonOf(outcomes[1])).toMatch(reason)
    expect(await Promise.all([first, second, third].map(said))).toEqual(['kept', '', 'kept'])
  })
})

describe('transactions for one session that are asked for in one turn', () => {
  test('wait for each other where they lock it, so that no change is lost', async () => {
    const [session = ''] = await sessions(1)
    const add = async (tx: Repositories) => {
      const held = await tx.sessions.lock(session)
      if (held) await tx.sessions.update(held.id, { deviceName: `${held.deviceName}.` })
    }
    const added = Array.from({ length: 8 }, () => store.transaction(add, { rowsOf: session }))
    await Promise.all(added)
    expect(await said(session)).toBe('........')
  })
})

// On SQLite savepoints do this: see group-commit.test.ts.
if (provider === 'postgresql') {
  /** The transaction ids of the works. */
  async function transactionsOf(all: readonly (string | undefined)[]): Promise<unknown[]> {
    const run = async (mine: Connection) =>
      (await mine.rows('SELECT pg_current_xact_id()', []))[0]?.[0]
    return Promise.all(all.map((rowsOf) => transaction({ run, limitMillis, rowsOf })))
  }

  describe('on PostgreSQL, transactions that are asked for in one turn', () => {
    test('for different sessions are one, of two round trips', async () => {
      const all = await sessions(4)
      const query = vi.spyOn(pg.Client.prototype, 'query')
      await Promise.all(all.map((one) => transaction(saying(one, 'kept'))))
      expect(query).toHaveBeenCalledTimes(2)
      expect(new Set(await transactionsOf(all)).size).toBe(1)
    })

    test('for one session are as many', async () => {
      expect(new Set(await transactionsOf(['a', 'a', 'b', 'a'])).size).toBe(3)
    })

    test('that do not say for what are as many', async () => {
      expect(new Set(await transactionsOf([undefined, undefined, 'a'])).size).toBe(3)
    })

    test('are sixteen in one at most', async () => {
      const found = await transactionsOf(Array.from({ length: 33 }, (_, i) => `${i}`))
      const sizes = [...new Set(found)].map((id) => found.filter((other) => other === id).length)
      expect(sizes.sort((a, b) => b - a)).toEqual([16, 16, 1])
    })

    test('lock in the order of what they are for, so that two such ones do not lock against each other', async () => {
      const begun: string[] = []
      const work = (rowsOf: string) => ({
        run: async () => begun.push(rowsOf),
        limitMillis,
        rowsOf,
      })
      await Promise.all(['c', 'a', 'b'].map((rowsOf) => transaction(work(rowsOf))))
      expect(begun).toEqual(['a', 'b', 'c'])
    })

    test('do not wait for one whose row somebody holds, which is done when it is free', async () => {
      const [free = '', held = '', alsoFree = ''] = await sessions(3)
      const isHeld = Promise.withResolvers<void>()
      const end = Promise.withResolvers<void>()
      const holder = transaction(
        saying(held, 'holder', () => {
          isHeld.resolve()
          return end.promise
        }),
      )
      await isHeld.promise
      const waiting = transaction(saying(held, 'waited'))
      await Promise.all([free, alsoFree].map((one) => transaction(saying(one, 'kept'))))
      expect(await Promise.all([free, held, alsoFree].map(said))).toEqual(['kept', '', 'kept'])
      end.resolve()
      await Promise.all([holder, waiting])
      expect(await said(held)).toBe('waited')
    })

    test('are done by themselves when their connection breaks before the commit', async () => {
      const all = await sessions(3)
      let isBroken = false
      const breaking = async (mine: Connection) => {
        if (isBroken) return
        isBroken = true
        await mine.run('SELECT pg_terminate_backend(pg_backend_pid())', [])
      }
      await Promise.all(all.map((one) => transaction(saying(one, 'kept', breaking))))
      expect(isBroken).toBe(true)
      expect(await Promise.all(all.map(said))).toEqual(['kept', 'kept', 'kept'])
    })

    test('are done by themselves when it breaks during the commit, and the database has undone it', async () => {
      const all = await sessions(3)
      let isBroken = false
      const breakOnce = async (mine: Connection | undefined) => {
        if (isBroken) return
        isBroken = true
        await mine?.run('SELECT pg_terminate_backend(pg_backend_pid())', [])
      }
      await Promise.all(
        all.map((one) => {
          let inside: Connection | undefined
          const work = saying(one, 'kept', (mine) => {
            inside = mine
          })
          return transaction({ ...work, last: () => breakOnce(inside) })
        }),
      )
      expect(isBroken).toBe(true)
      expect(await Promise.all(all.map(said))).toEqual(['kept', 'kept', 'kept'])
    })

    test('are not tried once more when they failed after a second; who did not fail is', async () => {
      const [failing = '', other = ''] = await sessions(2)
      const runs: string[] = []
      const outcomes = await Promise.allSettled([
        transaction(
          saying(failing, 'never', async () => {
            runs.push('failing')
            await sleep(1_050)
            throw new Error('on purpose')
          }),
        ),
        transaction(saying(other, 'kept', () => runs.push('other'))),
      ])
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
      expect(reasonOf(outcomes[0])).toBe('on purpose')
      expect(runs.sort()).toEqual(['failing', 'other', 'other'])
      expect(await said(other)).toBe('kept')
    })
  })
}

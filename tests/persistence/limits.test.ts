import { describe, expect, test } from 'vitest'
import { randomToken } from '#lib/base/crypto/random.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import type { PrismaClient } from '#lib/persistence/generated/sqlite/client.ts'
import { openLimits } from '#lib/persistence/limits/limits.ts'
import { fileDatabase } from '#tests/support/file-database.ts'

const { client, limits } = await fileDatabase()
const budget = { name: 'test', points: 7, windowSeconds: 60 }

/** Postpones the end of a key's window by this many seconds. */
async function putOff(key: string, seconds: number): Promise<void> {
  const where = { key: `${budget.name}:${key}` }
  const { expire } = await client.rateLimit.findUniqueOrThrow({ where })
  if (!expire) throw new Error('The window has no end.')
  await client.rateLimit.update({ where, data: { expire: addSeconds(expire, seconds) } })
}

describe('a budget', () => {
  test('admits exactly its points when many spend at once', async () => {
    const key = randomToken()
    const answers = await Promise.all(Array.from({ length: 40 }, () => limits.spend(budget, key)))
    expect(answers.filter((answer) => answer === null)).toHaveLength(budget.points)
  })

  test('says in how many seconds it is free again', async () => {
    const key = randomToken()
    for (let i = 0; i < budget.points; i++) expect(await limits.spend(budget, key)).toBeNull()
    const seconds = await limits.spend(budget, key)
    expect(seconds).toBeGreaterThanOrEqual(budget.windowSeconds - 5)
    expect(seconds).toBeLessThanOrEqual(budget.windowSeconds)
  })

  test('is each key’s own', async () => {
    const [one, other] = [randomToken(), randomToken()]
    for (let i = 0; i < budget.points; i++) await limits.spend(budget, one)
    expect(await limits.spend(budget, one)).not.toBeNull()
    expect(await limits.spend(budget, other)).toBeNull()
  })

  test('is apart from a budget of another name', async () => {
    const key = randomToken()
    for (let i = 0; i < budget.points; i++) await limits.spend(budget, key)
    expect(await limits.spend({ ...budget, name: 'another' }, key)).toBeNull()
  })

  test('gets a point back', async () => {
    const key = randomToken()
    for (let i = 0; i < budget.points; i++) await limits.spend(budget, key)
    await limits.giveBack(budget, key)
    expect(await limits.spend(budget, key)).toBeNull()
    expect(await limits.spend(budget, key)).not.toBeNull()
  })

  test('is shared by every process on the database', async () => {
    const key = randomToken()
    const elsewhere = openLimits(client)
    for (let i = 0; i < budget.points; i++) await limits.spend(budget, key)
    expect(await elsewhere.spend(budget, key)).not.toBeNull()
  })

  test('is full again when its window is over', async () => {
    const key = randomToken()
    for (let i = 0; i < budget.points; i++) await limits.spend(budget, key)
    expect(await limits.spend(budget, key)).not.toBeNull()
    await putOff(key, -budget.windowSeconds - 1)
    for (let i = 0; i < budget.points; i++) expect(await limits.spend(budget, key)).toBeNull()
    expect(await limits.spend(budget, key)).not.toBeNull()
  })
})

describe('a window that was begun while the clock was ahead', () => {
  /**
   * Spends points of a new key, and then postpones the end of its window, as a server with a fast clock
   * would.
   */
  async function spentAhead(points: number, secondsAhead: number): Promise<string> {
    const key = randomToken()
    for (let i = 0; i < points; i++) expect(await limits.spend(budget, key)).toBeNull()
    await putOff(key, secondsAhead)
    return key
  }
  const year = 365 * 86_400

  test.each([
    ['and is spent', budget.points],
    ['and is not spent', 1],
  ])('%s: a new one begins, as long as any other', async (_, points) => {
    const key = await spentAhead(points, year)
    for (let i = 0; i < budget.points; i++) expect(await limits.spend(budget, key)).toBeNull()
    expect(await limits.spend(budget, key)).toBeLessThanOrEqual(budget.windowSeconds)
  })

  test('admits exactly its points when many spend at once', async () => {
    const key = await spentAhead(budget.points, year)
    const answers = await Promise.all(Array.from({ length: 40 }, () => limits.spend(budget, key)))
    expect(answers.filter((answer) => answer === null)).toHaveLength(budget.points)
  })

  test.each([
    ['findUnique', 1],
    ['findFirst', 1],
    ['deleteMany', 2],
  ])(
    'ended by another process before %s (call %d): what was spent since counts',
    async (operation, call) => {
      const key = await spentAhead(budget.points, year)
      const spendAll = async () => {
        for (let i = 0; i < budget.points; i++) expect(await limits.spend(budget, key)).toBeNull()
      }
      expect(
        await openLimits(clientActing(operation, call, spendAll)).spend(budget, key),
      ).not.toBeNull()
      expect(await limits.spend(budget, key)).not.toBeNull()
    },
  )

  test('by less than clocks of machines may differ, counts', async () => {
    const key = await spentAhead(budget.points, 50)
    expect(await limits.spend(budget, key)).toBeGreaterThan(budget.windowSeconds)
  })
})

/** The database client, with an action right before a given call of an operation on the limits' table. */
function clientActing(operation: string, call: number, act: () => Promise<void>): PrismaClient {
  let calls = 0
  const rateLimit = new Proxy(client.rateLimit, {
    get(table, name) {
      const original = Reflect.get(table, name)
      if (name !== operation) return original
      return async (query: object) => {
        calls += 1
        if (calls === call) await act()
        return original.call(table, query)
      }
    },
  })
  return new Proxy(client, {
    get: (target, name) => (name === 'rateLimit' ? rateLimit : Reflect.get(target, name)),
  })
}

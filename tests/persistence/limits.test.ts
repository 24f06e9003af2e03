import { describe, expect, test } from 'vitest'
import { randomToken } from '#lib/kernel/random.ts'
import { openLimits } from '#lib/persistence/limits.ts'
import { fileDatabase } from '#tests/support/file-database.ts'

const { client, limits } = await fileDatabase()
const budget = { name: 'test', points: 7, windowSeconds: 60 }

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
    const brief = { name: 'brief', points: 1, windowSeconds: 1 }
    const key = randomToken()
    expect(await limits.spend(brief, key)).toBeNull()
    expect(await limits.spend(brief, key)).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    expect(await limits.spend(brief, key)).toBeNull()
  })
})

import { describe, expect, test } from 'vitest'
import { addSeconds } from '#lib/base/time/clock.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { testStart } from '#tests/support/settings.ts'

const { client, store } = await fileDatabase()
const leaseSeconds = 600
const yearSeconds = 365 * 86_400

/**
 * Acquires the lease this many seconds after `testStart`.
 * @returns true on success
 */
const take = (name: string, holder: string, seconds: number) => {
  const now = addSeconds(testStart, seconds)
  return store.leases.take(name, holder, now, addSeconds(now, leaseSeconds))
}
const holderOf = async (name: string) =>
  (await client.lease.findUnique({ where: { name } }))?.holder ?? null

describe('a lease', () => {
  test('is one holder’s until it ends, and prolonged by that one only', async () => {
    expect(await take('held', 'a', 0)).toBe(true)
    expect(await take('held', 'b', leaseSeconds)).toBe(false)
    expect(await take('held', 'a', leaseSeconds)).toBe(true)
    expect(await take('held', 'b', leaseSeconds + 1)).toBe(false)
    expect(await take('held', 'b', 2 * leaseSeconds + 1)).toBe(true)
    expect(await holderOf('held')).toBe('b')
  })

  test('is got by one of many who take it at once', async () => {
    const takers = Array.from({ length: 10 }, (_, i) => take('wanted', `holder ${i}`, 0))
    expect((await Promise.all(takers)).filter((isTaken) => isTaken)).toHaveLength(1)
  })

  test('that was given back is free', async () => {
    await take('given back', 'a', 0)
    await store.leases.release('given back', 'b')
    expect(await take('given back', 'b', 1)).toBe(false)
    await store.leases.release('given back', 'a')
    expect(await take('given back', 'b', 1)).toBe(true)
  })

  test('taken while the clock was ahead is free once the clock is right', async () => {
    await take('ahead', 'a dead one', yearSeconds)
    expect(await take('ahead', 'b', 0)).toBe(true)
    expect(await holderOf('ahead')).toBe('b')
    expect(await take('ahead', 'c', 1)).toBe(false)
  })

  test('taken by a clock up to a minute ahead is held all the same', async () => {
    await take('a minute', 'a', 60)
    expect(await take('a minute', 'b', 0)).toBe(false)
    await take('more', 'a', 61)
    expect(await take('more', 'b', 0)).toBe(true)
  })

  test('taken while the clock was ahead is got by one of many who take it at once', async () => {
    await take('ahead and wanted', 'a dead one', yearSeconds)
    const takers = Array.from({ length: 10 }, (_, i) => take('ahead and wanted', `holder ${i}`, 0))
    expect((await Promise.all(takers)).filter((isTaken) => isTaken)).toHaveLength(1)
  })
})

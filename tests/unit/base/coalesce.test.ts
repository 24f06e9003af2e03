import { describe, expect, test } from 'vitest'
import { coalesce } from '#lib/base/concurrency/coalesce.ts'

describe('a shared read', () => {
  test('is one for all who ask before it begins', async () => {
    let reads = 0
    const read = coalesce(async () => ++reads)
    expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1])
  })

  test('is never one that began before the question', async () => {
    let stored = 'old'
    const gates: PromiseWithResolvers<void>[] = []
    const read = coalesce(async () => {
      const seen = stored
      const gate = Promise.withResolvers<void>()
      gates.push(gate)
      await gate.promise
      return seen
    })
    const first = read()
    await until(() => gates.length === 1)
    stored = 'new'
    const second = read()
    gates[0]?.resolve()
    await until(() => gates.length === 2)
    gates[1]?.resolve()
    expect([await first, await second]).toEqual(['old', 'new'])
  })

  test('fails for those who share it and not for those who ask next', async () => {
    let reads = 0
    const read = coalesce(async () => {
      if (++reads === 1) throw new Error('away')
      return reads
    })
    const shared = await Promise.allSettled([read(), read()])
    expect(shared.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await read()).toBe(2)
  })
})

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(setImmediate)
}

import { describe, expect, test } from 'vitest'
import { sharedRun, writtenTogether } from '#lib/persistence/shared-work.ts'

describe('a shared read', () => {
  test('is one for all who ask before it begins', async () => {
    let reads = 0
    const read = sharedRun(async () => ++reads)
    expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1])
  })

  test('is never one that began before the question', async () => {
    let stored = 'old'
    const gates: PromiseWithResolvers<void>[] = []
    const read = sharedRun(async () => {
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
    const read = sharedRun(async () => {
      if (++reads === 1) throw new Error('away')
      return reads
    })
    const shared = await Promise.allSettled([read(), read()])
    expect(shared.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await read()).toBe(2)
  })
})

describe('rows written together', () => {
  test('are all those that came while a write was under way', async () => {
    const batches: number[][] = []
    const write = writtenTogether(async (rows: readonly number[]) => {
      batches.push([...rows])
      await new Promise(setImmediate)
    })
    const first = [write(1), write(2)]
    await until(() => batches.length === 1)
    await Promise.all([...first, write(3), write(4), write(5)])
    expect(batches).toEqual([
      [1, 2],
      [3, 4, 5],
    ])
  })

  test('are never more than 32', async () => {
    const sizes: number[] = []
    const write = writtenTogether(async (rows: readonly number[]) => sizes.push(rows.length))
    await Promise.all(Array.from({ length: 70 }, (_, i) => write(i)))
    expect(sizes).toEqual([32, 32, 6])
  })

  test('a bad one fails alone', async () => {
    const written: number[] = []
    const write = writtenTogether(async (rows: readonly number[]) => {
      if (rows.includes(2)) throw new Error('bad')
      written.push(...rows)
    })
    const results = await Promise.allSettled([write(1), write(2), write(3)])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(written).toEqual([1, 3])
    await write(4)
    expect(written).toEqual([1, 3, 4])
  })
})

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(setImmediate)
}

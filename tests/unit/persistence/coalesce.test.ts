import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { coalesce, writtenTogether } from '#lib/persistence/coalesce.ts'

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

describe('rows written together', () => {
  test('are all those that came while a write was under way', async () => {
    const batches: number[][] = []
    const add = writtenTogether(async (rows: readonly number[]) => {
      batches.push([...rows])
      await new Promise(setImmediate)
    })
    const first = [add(1)(), add(2)()]
    await until(() => batches.length === 1)
    await Promise.all([...first, add(3)(), add(4)(), add(5)()])
    expect(batches).toEqual([
      [1, 2],
      [3, 4, 5],
    ])
  })

  test('wait until somebody asks for them, and go with those that are asked for', async () => {
    const batches: number[][] = []
    const add = writtenTogether(async (rows: readonly number[]) => batches.push([...rows]))
    const first = add(1)
    const second = add(2)
    await new Promise(setImmediate)
    await new Promise(setImmediate)
    expect(batches).toEqual([])
    await second()
    const third = add(3)
    await first()
    expect(batches).toEqual([[1, 2]])
    await third()
    expect(batches).toEqual([[1, 2], [3]])
  })

  test('are answered only when they are written, also one that goes with a later row', async () => {
    const gate = Promise.withResolvers<void>()
    const add = writtenTogether(() => gate.promise)
    const ended: number[] = []
    const answered = [add(1), add(2)].map((ask, i) => ask().then(() => ended.push(i)))
    await new Promise(setImmediate)
    await new Promise(setImmediate)
    expect(ended).toEqual([])
    gate.resolve()
    await Promise.all(answered)
    expect(ended).toEqual([0, 1])
  })

  test('are never more than 32', async () => {
    const sizes: number[] = []
    const add = writtenTogether(async (rows: readonly number[]) => sizes.push(rows.length))
    await Promise.all(Array.from({ length: 70 }, (_, i) => add(i)()))
    expect(sizes).toEqual([32, 32, 6])
  })

  test('a bad one fails alone, and tells whoever asks later', async () => {
    const written: number[] = []
    const add = writtenTogether(async (rows: readonly number[]) => {
      if (rows.includes(2)) throw new Error('bad')
      written.push(...rows)
    })
    const asks = [add(1), add(2), add(3)]
    await asks[2]?.()
    expect(written).toEqual([1, 3])
    const results = await Promise.allSettled(asks.map((ask) => ask()))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    await add(4)()
    expect(written).toEqual([1, 3, 4])
  })

  test('all fail together where the database kept them waiting, and are not tried one after the other', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const sizes: number[] = []
    const add = writtenTogether(async (rows: readonly number[]) => {
      sizes.push(rows.length)
      vi.advanceTimersByTime(5_000)
      throw new Error('locked')
    })
    const results = await Promise.allSettled([1, 2, 3].map((row) => add(row)()))
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(sizes).toEqual([3])
  })
})

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(setImmediate)
}

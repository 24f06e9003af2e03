import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { batchCompletions } from '#lib/base/concurrency/batch-completions.ts'

const timeoutMs = 40

/** Pieces of work that the test ends, and the results of callers that have resumed. */
function begun(count: number, batch = batchCompletions(2, timeoutMs)) {
  const works = Array.from({ length: count }, () => Promise.withResolvers<number>())
  const gone: number[] = []
  const asked = works.map(({ promise }) =>
    batch(() => promise).then(
      (result) => gone.push(result),
      () => gone.push(-1),
    ),
  )
  const end = async (...which: readonly number[]) => {
    for (const i of which) works[i]?.resolve(i)
    await vi.advanceTimersByTimeAsync(0)
    return [...gone]
  }
  return { works, gone, asked, end }
}

describe('who asked for work goes on', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('at once where no work has to queue for a processor', async () => {
    const { end } = begun(3)
    expect(await end(0)).toEqual([0])
    expect(await end(1)).toEqual([0, 1])
    expect(await end(2)).toEqual([0, 1, 2])
  })

  test('with those that are done, as soon as no more is under way than is done', async () => {
    const { end } = begun(10)
    expect(await end(0, 1)).toEqual([])
    expect(await end(2, 3)).toEqual([])
    expect(await end(4)).toHaveLength(5)
    // The next batch consists of the remaining five.
    expect(await end(5)).toHaveLength(5)
    expect(await end(6)).toHaveLength(5)
    expect(await end(7)).toHaveLength(8)
    expect(await end(8)).toHaveLength(9)
    expect(await end(9)).toHaveLength(10)
  })

  test('after the timeout at the latest, and the next batch is waited for as long', async () => {
    const { end, gone } = begun(20)
    await end(0)
    await vi.advanceTimersByTimeAsync(timeoutMs - 1)
    expect(gone).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(gone).toEqual([0])
    await end(1)
    await vi.advanceTimersByTimeAsync(timeoutMs - 1)
    expect(gone).toEqual([0])
    await vi.advanceTimersByTimeAsync(1)
    expect(gone).toEqual([0, 1])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('with the failure of the work, which counts as done', async () => {
    const { works, end, gone } = begun(6)
    works[0]?.reject(new Error('no'))
    expect(await end(1)).toEqual([])
    await end(2)
    expect(gone.toSorted((a, b) => a - b)).toEqual([-1, 1, 2])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('and work that throws before it begins leaves nobody waiting', async () => {
    const batch = batchCompletions(2, timeoutMs)
    const thrown = batch(() => {
      throw new Error('no')
    })
    await expect(thrown).rejects.toThrow('no')
    const { end } = begun(3, batch)
    expect(await end(0)).toEqual([0])
  })
})

import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { withKeyedLock } from '#lib/base/concurrency/keyed-mutex.ts'
import { Unavailable } from '#lib/base/errors/errors.ts'

afterEach(() => void vi.useRealTimers())

test('work with the same key is done one after the other, in its order; other keys do not wait', async () => {
  const done: string[] = []
  const work = (name: string, millis: number) => async () => {
    await sleep(millis)
    done.push(name)
  }
  await Promise.all([
    withKeyedLock('user 1', work('first', 30)),
    withKeyedLock('user 1', work('second', 1)),
    withKeyedLock('user 2', work('other', 1)),
    withKeyedLock('user 1', work('third', 1)),
  ])
  expect(done).toEqual(['other', 'first', 'second', 'third'])
})

test('what fails keeps nobody from their turn', async () => {
  const failing = withKeyedLock('user 1', () => Promise.reject(new Error('refused')))
  const next = withKeyedLock('user 1', async () => 'done')
  await expect(failing).rejects.toThrow('refused')
  expect(await next).toBe('done')
})

test('whose turn does not come in time is told when to come back, and the others go on', async () => {
  vi.useFakeTimers()
  const { promise: held, resolve: free } = Promise.withResolvers<void>()
  const first = withKeyedLock('user 1', () => held)
  const late = withKeyedLock('user 1', async () => 'done')
  const refused = expect(late).rejects.toThrow(Unavailable)
  await vi.advanceTimersByTimeAsync(4_000)
  await refused
  let isHeld = true
  const next = withKeyedLock('user 1', async () => (isHeld ? 'beside the first' : 'done'))
  await vi.advanceTimersByTimeAsync(2_500)
  isHeld = false
  free()
  await first
  expect(await next).toBe('done')
})

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  openWorkQueue,
  type RefusalReason,
  type WorkQueue,
} from '#lib/base/concurrency/work-queue.ts'
import { Unavailable } from '#lib/base/errors/errors.ts'

const places = 2
/** Duration of a piece of work: with two places, forty per second. */
const workMs = 50

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const sleep = (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, millis))

/** A caller, with its outcome and the time of it. */
interface Person {
  outcome: 'served' | 'refused' | 'left' | null
  at: number
  readonly leave: () => void
  readonly retryAfterSeconds: () => number
}

function ask(queue: WorkQueue, millis = workMs): Person {
  const controller = new AbortController()
  let error: unknown
  const person: Person = {
    outcome: null,
    at: 0,
    leave: () => controller.abort(),
    retryAfterSeconds: () => (error as Unavailable).retryAfterSeconds,
  }
  const end = (outcome: Person['outcome']) => {
    person.outcome = outcome
    person.at = performance.now()
  }
  queue
    .run(() => sleep(millis), controller.signal)
    .then(
      () => end('served'),
      (thrown: unknown) => {
        error = thrown
        const isLeft = thrown instanceof Unavailable && thrown.reason === 'left'
        end(isLeft ? 'left' : 'refused')
      },
    )
  return person
}

const crowd = (queue: WorkQueue, count: number) => Array.from({ length: count }, () => ask(queue))
const served = <P extends Person>(people: readonly P[]) =>
  people.filter(({ outcome }) => outcome === 'served')
const pass = (millis: number) => vi.advanceTimersByTimeAsync(millis)

/** Records what a queue reports. */
function recorder() {
  const waits: number[] = []
  const refusals: RefusalReason[] = []
  const observer = {
    waited: (seconds: number) => waits.push(seconds),
    refused: (reason: RefusalReason) => refusals.push(reason),
  }
  return { waits, refusals, observer }
}

describe('a queue of expensive work', () => {
  test('does as much at once as there are places, in the order in which it was asked for', async () => {
    const queue = openWorkQueue(places)
    const people = crowd(queue, 6)
    expect(queue.figures()).toMatchObject({ running: places, waiting: 4 })
    await pass(workMs)
    expect(people.map(({ outcome }) => outcome !== null)).toEqual([
      ...[true, true],
      ...[false, false, false, false],
    ])
    await pass(10 * workMs)
    expect(served(people)).toHaveLength(6)
  })

  test('serves all of a rush that can be done in time, and refuses the rest at once', async () => {
    const queue = openWorkQueue(places)
    const people = crowd(queue, 400)
    await pass(0)
    const refused = people.filter(({ outcome }) => outcome === 'refused')
    expect(refused.length).toBe(400 - places - (3_500 * places) / workMs)
    for (const person of refused) expect(person.at).toBe(people[0]?.at || person.at)
    await pass(5_000)
    expect(served(people)).toHaveLength(400 - refused.length)
  })

  test('tells those whom it refuses to try again after two to ten seconds, not all at the same time', async () => {
    const queue = openWorkQueue(places)
    const people = crowd(queue, 400)
    await pass(0)
    const seconds = people
      .filter(({ outcome }) => outcome === 'refused')
      .map((one) => one.retryAfterSeconds())
    expect(Math.min(...seconds)).toBeGreaterThanOrEqual(2)
    expect(Math.max(...seconds)).toBeLessThanOrEqual(10)
    expect(new Set(seconds).size).toBeGreaterThan(3)
  })

  test('lets few wait once it has not been empty for two seconds: whoever is let in is served within about two', async () => {
    const queue = openWorkQueue(places)
    const people: (Person & { came?: number })[] = []
    // Three times the queue's capacity, for twenty seconds.
    for (let second = 0; second < 20; second++) {
      for (let i = 0; i < 120; i++) {
        people.push(Object.assign(ask(queue), { came: performance.now() }))
        await pass(1_000 / 120)
      }
    }
    await pass(5_000)
    const end = people[0]?.came ?? 0
    const late = people.filter(({ came = 0 }) => came - end > 8_000)
    const waits = served(late).map(({ at, came = 0 }) => at - came)
    expect(Math.max(...waits)).toBeLessThan(2_400)
    // The limit costs no throughput: every place was always busy.
    expect(served(people).length).toBeGreaterThan(0.95 * 20 * 40)
    // No caller waits only to be refused.
    const inVain = late.filter(
      ({ outcome, at, came = 0 }) => outcome === 'refused' && at - came > 100,
    )
    expect(inVain).toEqual([])
  })

  test('serves who came last when those in front are late, and refuses these after four seconds', async () => {
    const { observer, refusals } = recorder()
    const queue = openWorkQueue(places, observer)
    // Ten times as slow as expected: the admitted work cannot finish in time.
    const early = Array.from({ length: 30 }, () => ask(queue, 500))
    await pass(1_600)
    const last = ask(queue, 500)
    await pass(2_500)
    expect(last.outcome).toBe('served')
    await pass(5_000)
    expect(served(early).length).toBeGreaterThan(10)
    const refused = early.filter(({ outcome }) => outcome === 'refused')
    expect(refused.length).toBe(early.length - served(early).length)
    expect(refusals).toEqual(Array(refused.length).fill('late'))
  })

  test('does nothing for those who have left, and whoever comes after them moves up', async () => {
    const { observer, refusals } = recorder()
    const queue = openWorkQueue(places, observer)
    const people = crowd(queue, 22)
    for (const person of people.slice(2, 20)) person.leave()
    await pass(2 * workMs)
    expect(people.map(({ outcome }) => outcome)).toEqual([
      ...Array(2).fill('served'),
      ...Array(18).fill('left'),
      ...Array(2).fill('served'),
    ])
    expect(queue.figures().waiting).toBe(0)
    expect(refusals).toEqual(Array(18).fill('left'))
  })

  test('keeps the place of work that has begun until it is done, whoever leaves meanwhile', async () => {
    const queue = openWorkQueue(places)
    const people = crowd(queue, 4)
    people[0]?.leave()
    people[1]?.leave()
    await pass(0)
    expect(queue.figures()).toMatchObject({ running: places, waiting: 2 })
    await pass(2 * workMs)
    expect(served(people)).toHaveLength(4)
  })

  test('never begins work of somebody who has left before', async () => {
    const queue = openWorkQueue(places)
    const work = vi.fn(async () => {})
    await expect(queue.run(work, AbortSignal.abort())).rejects.toThrow(Unavailable)
    expect(work).not.toHaveBeenCalled()
  })

  test('refuses before anything is done for them whom it would refuse anyway, and nobody else', async () => {
    const queue = openWorkQueue(places)
    expect(() => queue.requireRoom()).not.toThrow()
    crowd(queue, 100)
    expect(() => queue.requireRoom()).not.toThrow()
    crowd(queue, 300)
    expect(() => queue.requireRoom()).toThrow(Unavailable)
    await pass(5_000)
    expect(() => queue.requireRoom()).not.toThrow()
  })

  test('serves the next at once as soon as the load has gone', async () => {
    const queue = openWorkQueue(places)
    const people = crowd(queue, 400)
    await pass(3_000)
    for (const person of people) person.leave()
    const next = ask(queue)
    await pass(2 * workMs)
    expect(next.outcome).toBe('served')
  })

  test('serves those in time who came before one that waits as long as it takes', async () => {
    const { observer, waits } = recorder()
    const queue = openWorkQueue(places, observer)
    crowd(queue, 40)
    for (let i = 0; i < 200; i++) void queue.runPatiently(() => sleep(workMs))
    await pass(1_500)
    const [first, second] = [ask(queue), ask(queue)]
    await pass(4_000)
    expect([first?.outcome, second?.outcome]).toEqual(['refused', 'refused'])
    expect(waits).toHaveLength(40)
    await pass(5_000)
    expect(queue.figures()).toMatchObject({ running: 0, waiting: 0 })
  })

  test('takes commands whatever waits, and lets what fails free its place', async () => {
    const queue = openWorkQueue(places)
    crowd(queue, 400)
    const command = vi.fn()
    void queue.runPatiently(async () => command())
    await pass(9_000)
    expect(command).toHaveBeenCalledOnce()
    await expect(queue.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(queue.figures()).toMatchObject({ running: 0, waiting: 0 })
  })

  test('lets nobody in who would have to wait too long on a slow machine', async () => {
    const queue = openWorkQueue(places)
    // The queue learns the duration of the work.
    for (let i = 0; i < 40; i++) {
      ask(queue, 400)
      ask(queue, 400)
      await pass(400)
    }
    const people = crowd(queue, 100)
    await pass(0)
    expect(queue.figures().waiting).toBeLessThanOrEqual(21)
    await pass(5_000)
    expect(served(people).length).toBeGreaterThan(15)
  })
})

import PQueue, { type Queue, type QueueAddOptions } from 'p-queue'
import { Unavailable } from './errors.ts'

/** The longest that anybody waits, in milliseconds: browsers and people give up soon after. */
const timeoutMs = 4_000
/** How long whoever comes may have to wait by what the work took so far, in milliseconds: it takes longer at times. */
const rushWaitMillis = 3_500
/** A queue that was never empty for so long is no rush any more but a load that does not end, in milliseconds. */
const rushMillis = 2_000
/** How long whoever comes to such a queue may have to wait, in milliseconds: more would only make everybody wait. */
const standingMillis = 2_000
/** When the first in line has waited so long, in milliseconds, those who came last are served: they are still there. */
const lateMillis = 3_000
/** What a piece of work takes before any was measured, in milliseconds. */
const firstGuessMillis = 50
/** Seconds after which a refused person may try again: at random, so that they do not all come back at once. */
const retrySeconds = { least: 2, most: 10 }

/** Waiting times that are told apart, in seconds. */
export const waitBounds = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 4] as const

/** What a queue has done so far, and what it does now. */
export interface QueueFigures {
  readonly running: number
  readonly waiting: number
  /** Waits that ended with the work, by the bound of the same index; not cumulated. Longer ones are in `served` only. */
  readonly waits: readonly number[]
  readonly served: number
  readonly waitedSeconds: number
  /** Refused at the door, after waiting in vain, and gone before their turn. */
  readonly refused: { readonly full: number; readonly late: number; readonly left: number }
}

/** Does expensive work a few pieces at a time, and refuses what it cannot do while somebody waits for it. */
export interface WorkQueue {
  /**
   * Does work when there is a place for it, as soon as everybody is served who came before and is not late.
   * @param closed aborts when whoever asked has left: work that has not begun is then never done
   * @throws Unavailable before the work has begun: too much waits, it did not begin in time, or `closed` was aborted
   */
  withKeyedLock<T>(work: () => Promise<T>, closed?: AbortSignal): Promise<T>
  /** Does work however long it has to wait, in its order: for commands, and for administrators. */
  inAnyTime<T>(work: () => Promise<T>): Promise<T>
  /**
   * Refuses whoever would be refused anyway, before anything is done for them.
   * @throws Unavailable
   */
  requireRoom(): void
  figures(): QueueFigures
}

/**
 * Opens a queue whose throughput does not fall with the load. Work is done in the order in which it was asked for,
 * and nobody is let in who would have to wait longer than they will. A rush may fill it with all that is done within
 * that patience; where it has not been empty for a while, only what is done in two seconds may wait. Should the work take
 * longer than it did, so that those in front are late, the last to come are the first to be served.
 * @param places how much is done at once
 */
export function openWorkQueue(places: number): WorkQueue {
  const queue = new PQueue({ concurrency: places, queueClass: ServingOrder })
  const figures = {
    waits: waitBounds.map(() => 0),
    served: 0,
    waitedSeconds: 0,
    refused: { full: 0, late: 0, left: 0 },
  }
  let typicalMillis = firstGuessMillis
  let busySince: number | null = null

  function waitMillis(): number {
    return (queue.size * typicalMillis) / places
  }

  function isFull(): boolean {
    const isStanding = busySince !== null && performance.now() - busySince > rushMillis
    return waitMillis() >= (isStanding ? standingMillis : rushWaitMillis)
  }

  function refuse(why: keyof typeof figures.refused): Unavailable {
    figures.refused[why]++
    const { least, most } = retrySeconds
    const seconds = least + Math.floor(Math.random() * (most - least + 1))
    return new Unavailable(why === 'left' ? 'left' : 'busy', seconds)
  }

  function noteWait(millis: number): void {
    const seconds = millis / 1_000
    figures.served++
    figures.waitedSeconds += seconds
    const bound = waitBounds.findIndex((one) => seconds <= one)
    if (bound >= 0) figures.waits[bound] = (figures.waits[bound] ?? 0) + 1
  }

  async function measured<T>(work: () => Promise<T>): Promise<T> {
    const begun = performance.now()
    try {
      return await work()
    } finally {
      typicalMillis += (performance.now() - begun - typicalMillis) / 16
      if (queue.size === 0) busySince = null
    }
  }

  function requireRoom(): void {
    if (queue.size > 0 && isFull()) throw refuse('full')
  }

  return {
    requireRoom,
    async withKeyedLock(work, closed) {
      if (closed?.aborted) throw refuse('left')
      requireRoom()
      const asked = performance.now()
      if (queue.pending >= places) busySince ??= asked
      // Only while it waits: work that has begun keeps its place until it is done.
      const waiting = new AbortController()
      const leave = () => waiting.abort(refuse('left'))
      const late = setTimeout(() => waiting.abort(refuse('late')), timeoutMs)
      closed?.addEventListener('abort', leave, { once: true })
      const stopWaiting = () => {
        clearTimeout(late)
        closed?.removeEventListener('abort', leave)
      }
      const begin = () => {
        stopWaiting()
        noteWait(performance.now() - asked)
        return measured(work)
      }
      try {
        return await queue.add(begin, { signal: waiting.signal })
      } finally {
        stopWaiting()
      }
    },
    inAnyTime: (work) => queue.add(() => measured(work), { priority: patient }),
    figures: () => ({ ...figures, running: queue.pending, waiting: queue.size }),
  }
}

type Run = () => Promise<unknown>

interface Waiting {
  readonly id: string | undefined
  readonly run: Run
  readonly since: number
  readonly isPatient: boolean
}

/** The priority of those who wait as long as it takes. It does not put them in front of anybody. */
const patient = 1

/** Who is next: the first in line, or the last when the first is late. */
class ServingOrder implements Queue<Run, QueueAddOptions> {
  readonly #line: Waiting[] = []

  get size(): number {
    return this.#line.length
  }

  enqueue(run: Run, { id, priority }: Partial<QueueAddOptions> = {}): void {
    this.#line.push({ id, run, since: performance.now(), isPatient: priority === patient })
  }

  dequeue(): Run | undefined {
    const [first] = this.#line
    const isLate = first && !first.isPatient && performance.now() - first.since > lateMillis
    return (isLate ? this.#line.pop() : this.#line.shift())?.run
  }

  remove(id: string): void {
    const index = this.#line.findIndex((one) => one.id === id)
    if (index >= 0) this.#line.splice(index, 1)
  }

  filter(): Run[] {
    return this.#line.map(({ run }) => run)
  }

  setPriority(): void {}
}

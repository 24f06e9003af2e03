import PQueue, { type Queue, type QueueAddOptions } from 'p-queue'
import { Unavailable } from '#lib/base/errors/errors.ts'

/** The longest wait, in milliseconds: browsers and people give up soon after. */
const timeoutMs = 4_000
/**
 * Limit on the estimated wait of a new caller during a rush, in milliseconds. It is below the timeout because estimates
 * can be short.
 */
const rushWaitMs = 3_500
/** A queue that has not been empty for this many milliseconds is under sustained load, no longer in a rush. */
const rushMs = 2_000
/**
 * Limit on the estimated wait under sustained load, in milliseconds: a longer queue would only make every caller wait.
 */
const standingMs = 2_000
/**
 * When the first caller has waited this many milliseconds, the last caller is served first: it is more likely to be
 * still there.
 */
const lateMs = 3_000
/** Estimated duration of the work before the first measurement, in milliseconds. */
const firstGuessMs = 50
/** Random `Retry-After` in seconds, so that refused callers do not return at once. */
const retrySeconds = { least: 2, most: 10 }

/** Why work was not done: refused on arrival, refused after the timeout, or its caller disconnected. */
export const refusalReasons = ['full', 'late', 'left'] as const

export type RefusalReason = (typeof refusalReasons)[number]

/** Receives what happens in a queue. */
export interface QueueObserver {
  /** Work begins after this wait. */
  waited(seconds: number): void
  refused(reason: RefusalReason): void
}

/** The current state of a queue. */
export interface QueueFigures {
  readonly running: number
  readonly waiting: number
}

/** Runs expensive work with limited concurrency, and refuses work that it cannot start in time. */
export interface WorkQueue {
  /**
   * Runs work in arrival order; when the first caller is late, the last one comes first.
   * @param closed aborts when the client disconnects: waiting work is then dropped
   * @throws Unavailable before the work begins: the queue is full, the wait timed out, or `closed` was aborted
   */
  run<T>(work: () => Promise<T>, closed?: AbortSignal): Promise<T>
  /** Runs work in its order without a limit on the wait: for commands and administrators. */
  runPatiently<T>(work: () => Promise<T>): Promise<T>
  /**
   * Refuses early a caller that the queue would refuse anyway.
   * @throws Unavailable
   */
  requireRoom(): void
  figures(): QueueFigures
}

/**
 * Opens a queue whose throughput does not fall under overload. It refuses callers whose estimated wait exceeds their
 * timeout. A rush may fill the queue up to that limit; under sustained load only two seconds of work may wait.
 * When work takes longer than estimated and the first callers are late, the newest callers are served first.
 * @param places number of pieces of work that run at once
 * @param observer for metrics
 */
export function openWorkQueue(places: number, observer?: QueueObserver): WorkQueue {
  const queue = new PQueue({ concurrency: places, queueClass: ServingOrder })
  let typicalMs = firstGuessMs
  let busySince: number | null = null

  function waitMs(): number {
    return (queue.size * typicalMs) / places
  }

  function isFull(): boolean {
    const isStanding = busySince !== null && performance.now() - busySince > rushMs
    return waitMs() >= (isStanding ? standingMs : rushWaitMs)
  }

  function refuse(why: RefusalReason): Unavailable {
    observer?.refused(why)
    const { least, most } = retrySeconds
    const seconds = least + Math.floor(Math.random() * (most - least + 1))
    return new Unavailable(why === 'left' ? 'left' : 'busy', seconds)
  }

  async function measured<T>(work: () => Promise<T>): Promise<T> {
    const begun = performance.now()
    try {
      return await work()
    } finally {
      typicalMs += (performance.now() - begun - typicalMs) / 16
      if (queue.size === 0) busySince = null
    }
  }

  function requireRoom(): void {
    if (queue.size > 0 && isFull()) throw refuse('full')
  }

  return {
    requireRoom,
    async run(work, closed) {
      if (closed?.aborted) throw refuse('left')
      requireRoom()
      const asked = performance.now()
      if (queue.pending >= places) busySince ??= asked
      // Only waiting work can be dropped: running work keeps its place until it ends.
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
        observer?.waited((performance.now() - asked) / 1_000)
        return measured(work)
      }
      try {
        return await queue.add(begin, { signal: waiting.signal })
      } finally {
        stopWaiting()
      }
    },
    runPatiently: (work) => queue.add(() => measured(work), { priority: patient }),
    figures: () => ({ running: queue.pending, waiting: queue.size }),
  }
}

type Run = () => Promise<unknown>

interface Waiting {
  readonly id: string | undefined
  readonly run: Run
  readonly since: number
  readonly isPatient: boolean
}

/** Priority of callers without a wait limit. It does not move them forward. */
const patient = 1

/** Serves the first in line, or the last when the first is late. */
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
    const isLate = first && !first.isPatient && performance.now() - first.since > lateMs
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

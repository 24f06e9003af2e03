import { singleton } from './singleton.ts'

type Work = () => Promise<void>

interface Queue {
  readonly waiting: Work[]
  running: number
  timer: NodeJS.Timeout | undefined
  readonly idle: (() => void)[]
}

/** Work starts this many milliseconds later, when the response is on its way and is not slowed down. */
const delayMillis = 50
/** A mail server that hangs blocks this many pieces of work, not the whole queue. */
const maxRunning = 4
/** Work beyond this limit is a flood and is refused. */
const maxWaiting = 1_000

/**
 * Queues work to run after the response, so that its duration reveals nothing to the visitor. A graceful stop waits for
 * the work; killing the process loses it.
 * @param work must not throw: it reports its own failures
 * @returns false when the queue is full, and the work is not done
 */
export function afterResponse(work: Work): boolean {
  const queue = queueOfProcess()
  if (queue.waiting.length >= maxWaiting) return false
  queue.waiting.push(work)
  queue.timer ??= setTimeout(() => {
    queue.timer = undefined
    proceed(queue)
  }, delayMillis)
  return true
}

export function followUpQueue(): { readonly running: number; readonly waiting: number } {
  const { running, waiting } = queueOfProcess()
  return { running, waiting: waiting.length }
}

/** Resolves when the queue is empty and idle. */
export function responsesFollowedUp(): Promise<void> {
  const queue = queueOfProcess()
  if (queue.waiting.length === 0 && queue.running === 0) return Promise.resolve()
  return new Promise((resolve) => queue.idle.push(resolve))
}

function queueOfProcess(): Queue {
  return singleton('after-response', () => ({
    waiting: [],
    running: 0,
    timer: undefined,
    idle: [],
  }))
}

function proceed(queue: Queue): void {
  while (queue.running < maxRunning) {
    const work = queue.waiting.shift()
    if (!work) break
    queue.running++
    void work().finally(() => {
      queue.running--
      proceed(queue)
    })
  }
  if (queue.running > 0 || queue.waiting.length > 0) return
  for (const resolve of queue.idle.splice(0)) resolve()
}

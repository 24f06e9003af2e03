import { perProcess } from './per-process.ts'

/** Work that goes on when the visitor has been answered. */
type Work = () => Promise<void>

interface Queue {
  readonly waiting: Work[]
  running: number
  timer: NodeJS.Timeout | undefined
  readonly idle: (() => void)[]
}

/** The answer is on its way by then: the work must not slow it down, in milliseconds. */
const delayMillis = 50
/** A mail server that hangs holds up a few, not all. */
const maxRunning = 4
/** More than this is a flood: what comes then is not taken. */
const maxWaiting = 1_000

/**
 * Does work after the answer, so that its duration tells the visitor nothing. Lost when the process
 * is killed; a graceful stop waits for it.
 * @param work must not throw: it tells of its own failures
 * @returns false when too much is waiting already; the work is not done then
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

/** Work that is done and that waits, in this process. */
export function followUpQueue(): { readonly running: number; readonly waiting: number } {
  const { running, waiting } = queueOfProcess()
  return { running, waiting: waiting.length }
}

/** Resolves when all that was taken has been done. */
export function responsesFollowedUp(): Promise<void> {
  const queue = queueOfProcess()
  if (queue.waiting.length === 0 && queue.running === 0) return Promise.resolve()
  return new Promise((resolve) => queue.idle.push(resolve))
}

function queueOfProcess(): Queue {
  return perProcess('after-response', () => ({
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

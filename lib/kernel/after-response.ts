import { singleton } from './singleton.ts'

/** Work that goes on when the visitor has been answered. */
type Work = () => Promise<void>

interface Queue {
  readonly waiting: Work[]
  running: number
  timer: NodeJS.Timeout | undefined
  readonly idle: (() => void)[]
}

/** How long work waits before it begins, in milliseconds: the answer is on its way by then, and not slowed down. */
const delayMillis = 50
/** How much is done at a time: a mail server that hangs holds up these, not all that wait. */
const maxRunning = 4
/** How much may wait: what comes beyond that is a flood and is not taken. */
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

/** How much work is being done and how much waits, in this process. */
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

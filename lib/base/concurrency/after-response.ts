import { setTimeout as sleep } from 'node:timers/promises'
import PQueue from 'p-queue'
import type { Log } from '#lib/base/log/log.ts'
import { singleton } from './singleton.ts'

type Work = () => Promise<void>

/** Where failed work is logged, and the request that it follows. */
interface Origin {
  readonly log: Log
  readonly requestId: string
}

/** Work starts this many milliseconds later, when the response is on its way and is not slowed down. */
const delayMs = 50
/** A mail server that hangs blocks this many pieces of work, not the whole queue. */
const maxRunning = 4
/** Work beyond this limit is a flood and is refused. */
const maxWaiting = 1_000

/**
 * Queues work to run after the response, so that its duration reveals nothing to the visitor. A graceful stop waits for
 * the work; killing the process loses it. What the work throws is logged.
 * @returns false when the queue is full, and the work is not done
 */
export function afterResponse({ log, requestId }: Origin, work: Work): boolean {
  const state = stateOfProcess()
  if (followUpQueue().waiting >= maxWaiting) return false
  state.delayed++
  setTimeout(() => {
    state.delayed--
    state.queue.add(work).catch((error: unknown) => {
      log.error({ err: error, requestId }, 'work after a response failed')
    })
  }, delayMs)
  return true
}

export function followUpQueue(): { readonly running: number; readonly waiting: number } {
  const { queue, delayed } = stateOfProcess()
  return { running: queue.pending, waiting: delayed + queue.size }
}

/** Resolves when the queue is empty and idle. */
export async function responsesFollowedUp(): Promise<void> {
  const state = stateOfProcess()
  await state.queue.onIdle()
  while (state.delayed > 0) {
    await sleep(delayMs)
    await state.queue.onIdle()
  }
}

function stateOfProcess(): { readonly queue: PQueue; delayed: number } {
  return singleton('after-response', () => ({
    queue: new PQueue({ concurrency: maxRunning }),
    delayed: 0,
  }))
}

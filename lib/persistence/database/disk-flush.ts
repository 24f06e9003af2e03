import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { singleton } from '#lib/base/concurrency/singleton.ts'
import type { FlushAnswer, FlushQuestion } from './disk-flush-thread.ts'

interface FlushThread {
  readonly worker: Worker
  /** Callers by the id of their request. */
  readonly waiting: Map<number, PromiseWithResolvers<void>>
}

/**
 * Waits until the data written to an open file is on disk. A dedicated thread does this: Node's thread pool is busy
 * with signatures and password hashes, and a flush would queue behind them.
 * @param descriptor of the open file
 * @throws Error with the system's message
 */
export function flushToDisk(descriptor: number): Promise<void> {
  const flushing = singleton('disk-flush', (): Flushing => ({ thread: null, lastId: 0 }))
  flushing.thread ??= startThread(() => {
    flushing.thread = null
  })
  const { worker, waiting } = flushing.thread
  const question: FlushQuestion = { id: ++flushing.lastId, descriptor }
  const asked = Promise.withResolvers<void>()
  waiting.set(question.id, asked)
  worker.ref()
  worker.postMessage(question)
  return asked.promise
}

interface Flushing {
  thread: FlushThread | null
  lastId: number
}

/** In MiB: enough for a thread that keeps no data. */
const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 }

/** @param onEnd called if the thread ends unexpectedly, so that the next flush starts another one */
function startThread(onEnd: () => void): FlushThread {
  const waiting: FlushThread['waiting'] = new Map()
  const file = join(import.meta.dirname, 'disk-flush-thread.ts')
  const worker = new Worker(file, { resourceLimits, env: {} })
  worker.on('message', ({ id, error }: FlushAnswer) => {
    const asked = waiting.get(id)
    waiting.delete(id)
    // An idle thread must not keep the process alive.
    if (waiting.size === 0) worker.unref()
    if (error === null) asked?.resolve()
    else asked?.reject(new Error(error))
  })
  // Whether these flushes reached the disk is unknown.
  const fail = (error: Error) => {
    onEnd()
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.on('error', fail)
  worker.on('exit', (code) => fail(new Error(`The thread that flushes ended with ${code}.`)))
  return { worker, waiting }
}

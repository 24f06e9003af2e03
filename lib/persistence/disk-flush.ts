import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { singleton } from '#lib/kernel/singleton.ts'
import type { FlushAnswer, FlushQuestion } from './disk-flush-thread.ts'

interface FlushThread {
  readonly worker: Worker
  /** Who waits for an answer. */
  readonly waiting: Map<number, PromiseWithResolvers<void>>
}

/**
 * Waits until the disk has what was written to an open file. A thread of its own does the waiting: those
 * of node's pool are busy with signatures and password hashes, and a flush would wait for all of them.
 * @param descriptor of the open file
 * @throws Error that says what the disk said
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

/** Enough for a thread that keeps nothing, in MiB. */
const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 }

/** @param onEnd called when it has ended, which it does not do by itself: another is started then */
function startThread(onEnd: () => void): FlushThread {
  const waiting: FlushThread['waiting'] = new Map()
  const file = join(import.meta.dirname, 'disk-flush-thread.ts')
  const worker = new Worker(file, { resourceLimits, env: {} })
  worker.on('message', ({ id, error }: FlushAnswer) => {
    const asked = waiting.get(id)
    waiting.delete(id)
    // With nothing to do it does not keep the process alive.
    if (waiting.size === 0) worker.unref()
    if (error === null) asked?.resolve()
    else asked?.reject(new Error(error))
  })
  // Of these nobody knows what the disk has.
  const fail = (error: Error) => {
    onEnd()
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.on('error', fail)
  worker.on('exit', (code) => fail(new Error(`The thread that flushes ended with ${code}.`)))
  return { worker, waiting }
}

/** The thread of `disk-flush.ts`: flushes run one after another. */
import { fdatasyncSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { messageOf } from '#lib/base/errors/errors.ts'

/** A request to flush an open file. */
export interface FlushQuestion {
  readonly id: number
  readonly descriptor: number
}

export interface FlushAnswer {
  readonly id: number
  /** Null when the data is on disk. */
  readonly error: string | null
}

parentPort?.on('message', ({ id, descriptor }: FlushQuestion) => {
  const answer: FlushAnswer = { id, error: flush(descriptor) }
  parentPort?.postMessage(answer)
})

function flush(descriptor: number): string | null {
  try {
    fdatasyncSync(descriptor)
    return null
  } catch (error) {
    return messageOf(error)
  }
}

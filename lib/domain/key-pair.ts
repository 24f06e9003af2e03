import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { MadeKeyPair } from './key-pair-thread.ts'

/** Enough for a thread that keeps nothing, in MiB. */
const resourceLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 }

/**
 * Makes a 4096-bit RSA key pair, which takes seconds of computing time. A thread of its own does it: those of node's pool
 * sign tokens and hash passwords, and all who ask for that would wait.
 */
export function makeKeyPair(): Promise<MadeKeyPair> {
  const { promise, resolve, reject } = Promise.withResolvers<MadeKeyPair>()
  const file = join(import.meta.dirname, 'key-pair-thread.ts')
  // Options of the process's own start, such as `--input-type`, are not for a file.
  const worker = new Worker(file, { resourceLimits, env: {}, execArgv: [] })
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', () => reject(new Error('The thread that makes keys ended without one.')))
  return promise
}

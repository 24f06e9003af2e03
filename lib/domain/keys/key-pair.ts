import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { singleton } from '#lib/base/concurrency/singleton.ts'
import { programFolder } from '#lib/base/files/program-folder.ts'
import type { MadeKeyPair } from './key-pair-thread.ts'

/** In MiB; enough for a thread that makes one key pair. */
const resourceLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 }

export const recommendedBits = 4096

/** The size of this process's new keys. Nothing in the server lowers it; tests of other rules do. */
function keyBits(): number {
  return singleton('signing-key-bits', () => recommendedBits)
}

/**
 * Makes an RSA key pair of 4096 bits, which takes seconds of CPU time, in a thread of its own. Node's thread pool signs
 * tokens and hashes passwords, and those would wait.
 */
export function makeKeyPair(): Promise<MadeKeyPair> {
  const { promise, resolve, reject } = Promise.withResolvers<MadeKeyPair>()
  const file = join(programFolder(), 'lib', 'domain', 'keys', 'key-pair-thread.ts')
  // Options of the process, such as `--input-type`, do not apply to a file.
  const worker = new Worker(/* turbopackIgnore: true */ file, {
    resourceLimits,
    workerData: keyBits(),
    env: {},
    execArgv: [],
  })
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', () => reject(new Error('The thread that makes keys ended without one.')))
  return promise
}

/** The worker thread of `key-pair.ts`: makes one key pair and exits. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { parentPort } from 'node:worker_threads'

/** A key pair as the thread posts it. */
export interface MadeKeyPair {
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}

const made: MadeKeyPair = generateKeyPairSync('rsa', { modulusLength: 4096 })
parentPort?.postMessage(made)

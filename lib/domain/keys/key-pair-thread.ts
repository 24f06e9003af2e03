/** The worker thread of `key-pair.ts`: makes one key pair of the given number of bits and exits. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'

/** A key pair as the thread posts it. */
export interface MadeKeyPair {
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}

const made: MadeKeyPair = generateKeyPairSync('rsa', { modulusLength: Number(workerData) })
parentPort?.postMessage(made)

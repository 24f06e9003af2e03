import { availableParallelism } from 'node:os'
import { hash, hashRaw, verify } from '@node-rs/argon2'
import { singleton } from '#lib/base/concurrency/singleton.ts'
import {
  openWorkQueue,
  type QueueFigures,
  type WorkQueue,
} from '#lib/base/concurrency/work-queue.ts'
import { Unavailable } from '#lib/base/errors/errors.ts'
import { metrics } from '#lib/base/log/metrics.ts'
import { normalizePassword } from '#lib/base/text/typed.ts'
import type { Context } from '#lib/context.ts'

/** The caller that waits for a hash. */
export type Asker = Pick<Context, 'closed'>

/** What one argon2id hash costs: memory in KiB, passes and lanes. */
export interface HashingCost {
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

/** argon2id as OWASP recommends it: 19 MiB of memory, two passes, one lane. */
export const recommendedCost: HashingCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The cost of this process's hashes. Nothing in the server lowers it; tests of other rules do. */
function hashingCost(): HashingCost {
  return singleton('password-hashing-cost', () => recommendedCost)
}

/**
 * Hashes a password with argon2id and a random salt.
 * @param password as typed; its normal form is hashed (`normalizePassword`)
 * @param asker absent for callers without a time limit: commands, the first start and administrators
 * @returns a PHC string
 * @throws Unavailable when the hash cannot be made while the caller waits
 */
export function hashPassword(password: string, asker?: Asker): Promise<string> {
  return hashInTurn(() => hash(normalizePassword(password), hashingCost()), asker)
}

/**
 * Hashes a text with argon2id and a given salt, so that the hash can be looked up.
 * @param asker absent for callers without a time limit
 * @returns base64
 * @throws Unavailable when the hash cannot be made while the caller waits
 */
export async function saltedHash(text: string, salt: Uint8Array, asker?: Asker): Promise<string> {
  const made = await hashInTurn(() => hashRaw(text, { ...hashingCost(), salt }), asker)
  return made.toString('base64')
}

/** `outdated`: the password is right, but its hash should be replaced (`renewedHash`). */
export type PasswordVerdict = 'wrong' | 'right' | 'outdated'

/**
 * Verifies a password in its normal form. Hashes from before normalization may match only the password as typed: that
 * is accepted as `outdated`. Without a valid hash (an unknown or password-less account, or a damaged value), the answer
 * is `wrong`. It takes the same time then, because a dummy hash is verified instead.
 * @param storedHash PHC string, or ''
 * @param typed not normalized
 * @param asker absent for a caller without a time limit
 * @throws Unavailable when the check cannot be made while the caller waits; nothing was compared then
 */
export async function verifyPassword(
  storedHash: string,
  typed: string,
  asker?: Asker,
): Promise<PasswordVerdict> {
  const password = normalizePassword(typed)
  const fits = await matches(storedHash, password, asker)
  if (fits) return needsRehash(storedHash) ? 'outdated' : 'right'
  // After the first comparison the attempt counts, so the second one runs without a time limit.
  return password !== typed && (await matches(storedHash, typed)) ? 'outdated' : 'wrong'
}

/**
 * Returns the replacement for an outdated hash. Null when the stored hash is current, and when the hashing queue is
 * busy, because the replacement can wait.
 */
export async function renewedHash(
  verdict: PasswordVerdict,
  password: string,
  asker: Asker,
): Promise<string | null> {
  if (verdict !== 'outdated') return null
  return hashPassword(password, asker).catch((error: unknown) => {
    if (error instanceof Unavailable) return null
    throw error
  })
}

/**
 * Refuses early, before anything is read, counted or written, when a new hash would wait in vain.
 * @throws Unavailable
 */
export function requireHashingRoom(): void {
  hashingQueue().requireRoom()
}

/** This process's hashing queue: hashes in progress and waiting. */
export function passwordQueue(): QueueFigures {
  return hashingQueue().figures()
}

/** True when a hash was made with another cost than the current one. */
function needsRehash(storedHash: string): boolean {
  return !storedHash.startsWith(prefixOf(hashingCost()))
}

/**
 * A hash of no known password. Verifying against it takes as long as a real verification, so response times do not
 * reveal whether an account exists.
 */
export function dummyHash(cost: HashingCost = hashingCost()): string {
  return `${prefixOf(cost)}3SfI71y3O7XTUUElu/8YKA$y+75acQ2JWyxbJb2fOeF+wXYQGNZ0vV8shmbQrk+Osg`
}

/** How a PHC string of this cost begins. */
function prefixOf({ memoryCost, timeCost, parallelism }: HashingCost): string {
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`
}

async function matches(storedHash: string, password: string, asker?: Asker): Promise<boolean> {
  const check = () => verify(storedHash || dummyHash(), password).catch(() => false)
  const fits = await hashInTurn(check, asker)
  return fits && storedHash !== ''
}

function hashInTurn<T>(work: () => Promise<T>, asker: Asker | undefined): Promise<T> {
  const queue = hashingQueue()
  return asker ? queue.run(work, asker.closed?.()) : queue.runPatiently(work)
}

/** Each hash takes 19 MiB and a whole core, so one hash per core (at least two) runs at once. */
function hashingQueue(): WorkQueue {
  return singleton('password-hashes', () =>
    openWorkQueue(Math.max(2, availableParallelism()), {
      waited: (seconds) => metrics()?.passwordWaits.observe(seconds),
      refused: (reason) => metrics()?.passwordRefusals.inc({ reason }),
    }),
  )
}

import { availableParallelism } from 'node:os'
import { hash, type Options, verify } from '@node-rs/argon2'
import { perProcess } from '#lib/kernel/per-process.ts'

/** argon2id as OWASP recommends it: 19 MiB of memory, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const satisfies Options

/**
 * A hash that no password is known for, made with today's parameters: verifying against it costs
 * what a real verification costs, so the time of an answer does not tell whether an account exists.
 */
export const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$3SfI71y3O7XTUUElu/8YKA$y+75acQ2JWyxbJb2fOeF+wXYQGNZ0vV8shmbQrk+Osg'

/**
 * Hashes a password with argon2id and a random salt.
 * @returns a PHC string
 */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, parameters))
}

/**
 * Verifies a password. Where there is no hash (an unknown or password-less account) a dummy is
 * verified instead and the answer is false. A text that is no hash is false as well.
 * @param storedHash PHC string, or ''
 */
export async function verifyPassword(storedHash: string, password: string): Promise<boolean> {
  const matches = await inTurn(() => verify(storedHash || dummyHash, password).catch(() => false))
  return matches && storedHash !== ''
}

/** Password hashes that are made and that wait for a place, in this process. */
export function passwordQueue(): { readonly running: number; readonly waiting: number } {
  const { total, free, waiting } = perProcess('password-places', makePlaces)
  return { running: total - free, waiting: waiting.length }
}

/** True when a hash was made with other parameters than today's and should be made anew. */
export function needsRehash(storedHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = parameters
  return !storedHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
}

/**
 * Runs hashing work when one of the process's places is free: each takes 19 MiB and a whole core, so
 * a flood of sign-ins waits in a queue of small closures in place of exhausting the memory.
 */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const places = perProcess('password-places', makePlaces)
  if (places.free > 0) places.free--
  else await new Promise<void>((resolve) => places.waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = places.waiting.shift()
    if (next) next()
    else places.free++
  }
}

function makePlaces(): { readonly total: number; free: number; waiting: (() => void)[] } {
  const total = Math.max(2, availableParallelism())
  return { total, free: total, waiting: [] }
}

import { availableParallelism } from 'node:os'
import { hash, type Options, verify } from '@node-rs/argon2'
import { perProcess } from '#lib/kernel/per-process.ts'
import { normalizePassword } from '#lib/kernel/typed.ts'

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
 * @param password as typed; its normal form is hashed (`normalizePassword`)
 * @returns a PHC string
 */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normalizePassword(password), parameters))
}

/** What a password is to an account; `outdated`: right, but its hash should be replaced (`renewedHash`). */
export type PasswordVerdict = 'wrong' | 'right' | 'outdated'

/**
 * Verifies a password in its normal form. Hashes made before passwords were normalized may fit only what was typed:
 * they are accepted, and outdated. Where there is no hash (an unknown or password-less account) a dummy is verified
 * instead and the answer is `wrong`, at the same cost; so it is for a text that is no hash.
 * @param storedHash PHC string, or ''
 * @param typed as it came
 */
export async function verifyPassword(storedHash: string, typed: string): Promise<PasswordVerdict> {
  const password = normalizePassword(typed)
  if (await matches(storedHash, password)) return needsRehash(storedHash) ? 'outdated' : 'right'
  return password !== typed && (await matches(storedHash, typed)) ? 'outdated' : 'wrong'
}

/** The hash to put in an outdated one's place; null where the stored hash is as it should be. */
export async function renewedHash(
  verdict: PasswordVerdict,
  password: string,
): Promise<string | null> {
  return verdict === 'outdated' ? hashPassword(password) : null
}

/** Password hashes that are made and that wait for a place, in this process. */
export function passwordQueue(): { readonly running: number; readonly waiting: number } {
  const { total, free, waiting } = perProcess('password-places', makePlaces)
  return { running: total - free, waiting: waiting.length }
}

/** True when a hash was made with other parameters than today's. */
function needsRehash(storedHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = parameters
  return !storedHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
}

async function matches(storedHash: string, password: string): Promise<boolean> {
  const fits = await inTurn(() => verify(storedHash || dummyHash, password).catch(() => false))
  return fits && storedHash !== ''
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

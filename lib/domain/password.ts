import { availableParallelism } from 'node:os'
import { hash, type Options, verify } from '@node-rs/argon2'
import type { Context } from '#lib/context.ts'
import { Unavailable } from '#lib/kernel/errors.ts'
import { singleton } from '#lib/kernel/singleton.ts'
import { normalizePassword } from '#lib/kernel/typed.ts'
import { openWorkQueue, type QueueFigures, type WorkQueue } from '#lib/kernel/work-queue.ts'

/** Who waits for a password to be hashed. */
export type Asker = Pick<Context, 'closed'>

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
 * @param asker absent: a command, the first start or an administrator, who wait as long as it takes
 * @returns a PHC string
 * @throws Unavailable when it cannot be done while somebody waits for it
 */
export function hashPassword(password: string, asker?: Asker): Promise<string> {
  return withKeyedLock(() => hash(normalizePassword(password), parameters), asker)
}

/** What a password is to an account; `outdated`: right, but its hash should be replaced (`renewedHash`). */
export type PasswordVerdict = 'wrong' | 'right' | 'outdated'

/**
 * Verifies a password in its normal form. Hashes made before passwords were normalized may fit only what was typed:
 * they are accepted, and outdated. Where there is no hash (an unknown or password-less account) a dummy is verified
 * instead and the answer is `wrong`, at the same cost; so it is for a text that is no hash.
 * @param storedHash PHC string, or ''
 * @param typed as it came
 * @param asker absent: whoever waits as long as it takes
 * @throws Unavailable when it cannot be done while somebody waits for it; nothing was compared then
 */
export async function verifyPassword(
  storedHash: string,
  typed: string,
  asker?: Asker,
): Promise<PasswordVerdict> {
  const password = normalizePassword(typed)
  const fits = await matches(storedHash, password, asker)
  if (fits) return needsRehash(storedHash) ? 'outdated' : 'right'
  // Once something was compared the attempt counts: it waits for its end.
  return password !== typed && (await matches(storedHash, typed)) ? 'outdated' : 'wrong'
}

/**
 * The hash to put in an outdated one's place; null where the stored hash is as it should be, and where too much else is
 * to be hashed: it need not be now.
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
 * Refuses whoever would wait for a hash in vain, before anything is read, counted or written for them.
 * @throws Unavailable
 */
export function requireHashingRoom(): void {
  hashingQueue().requireRoom()
}

/** Password hashes that are made and that wait for a place, in this process, and what became of those before. */
export function passwordQueue(): QueueFigures {
  return hashingQueue().figures()
}

/** True when a hash was made with other parameters than today's. */
function needsRehash(storedHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = parameters
  return !storedHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
}

async function matches(storedHash: string, password: string, asker?: Asker): Promise<boolean> {
  const check = () => verify(storedHash || dummyHash, password).catch(() => false)
  const fits = await withKeyedLock(check, asker)
  return fits && storedHash !== ''
}

function withKeyedLock<T>(work: () => Promise<T>, asker: Asker | undefined): Promise<T> {
  const queue = hashingQueue()
  return asker ? queue.withKeyedLock(work, asker.closed?.()) : queue.inAnyTime(work)
}

/** Each hash takes 19 MiB and a whole core: as many at once as there are cores. */
function hashingQueue(): WorkQueue {
  return singleton('password-hashes', () => openWorkQueue(Math.max(2, availableParallelism())))
}

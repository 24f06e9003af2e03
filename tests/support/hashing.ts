import { hash } from '@node-rs/argon2'
import { type HashingCost, recommendedCost } from '#lib/domain/passwords/password.ts'

/** As cheap as argon2id gets, for tests that are not about hashing: thousands of them sign in. */
const cheapestCost: HashingCost = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/** The cost of this process's hashes. Servers in other processes have the recommended cost. */
let current = recommendedCost
const made = new Map<string, Promise<string>>()

/** A password's cheapest hash, made once in each process. */
export function hashCheaply(password: string): Promise<string> {
  return hashOnce(password, cheapestCost)
}

/** A password's hash, which no sign-in has to renew; made once in each process. */
export function currentHash(password: string): Promise<string> {
  return hashOnce(password, current)
}

function hashOnce(password: string, cost: HashingCost): Promise<string> {
  const key = JSON.stringify([cost, password])
  let found = made.get(key)
  if (!found) {
    found = hash(password, cost)
    made.set(key, found)
  }
  return found
}

/** Every test file begins with cheap hashes. */
export function makeHashesCheap(): void {
  setHashingCost(cheapestCost)
}

/** For a file about hashing: its hashes cost what the server's do. */
export function makeHashesReal(): void {
  setHashingCost(recommendedCost)
}

/** Puts the cost where `singleton('password-hashing-cost', …)` looks for it. */
function setHashingCost(cost: HashingCost): void {
  current = cost
  const slots = globalThis as unknown as Record<symbol, HashingCost>
  slots[Symbol.for('authserver.password-hashing-cost')] = cost
}

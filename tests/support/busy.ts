import {
  dummyHash,
  recommendedCost,
  requireHashingRoom,
  verifyPassword,
} from '#lib/domain/passwords/password.ts'

/** Takes as long as the server's own hashes. */
const costly = dummyHash(recommendedCost)
/** Hashes that may finish before the tested request arrives. */
const margin = 30

/** Runs work while more passwords wait to be verified than can be verified in time. */
export async function whileTooManySignIn<T>(work: () => Promise<T>): Promise<T> {
  const leaving = new AbortController()
  const asker = { closed: () => leaving.signal }
  const others: Promise<unknown>[] = []
  // A hash may be refused while the work goes on, so its failure is taken at once.
  const join = (who?: typeof asker) =>
    others.push(verifyPassword(costly, 'guess', who).catch(() => 'refused'))
  while (hasRoom()) join(asker)
  // These wait without a time limit, and so does every hash queued after them.
  for (let i = 0; i < margin; i++) join()
  try {
    return await work()
  } finally {
    leaving.abort()
    await Promise.all(others)
  }
}

function hasRoom(): boolean {
  try {
    requireHashingRoom()
    return true
  } catch {
    return false
  }
}

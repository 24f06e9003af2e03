import { dummyHash, requireHashingRoom, verifyPassword } from '#lib/domain/password.ts'

/** Hashes that may finish before the tested request arrives. */
const margin = 30

/** Runs work while more passwords wait to be verified than can be verified in time. */
export async function whileTooManySignIn<T>(work: () => Promise<T>): Promise<T> {
  const leaving = new AbortController()
  const asker = { closed: () => leaving.signal }
  const others: Promise<unknown>[] = []
  const join = () => others.push(verifyPassword(dummyHash, 'guess', asker))
  while (hasRoom()) join()
  // These wait without a time limit, and so does every hash queued after them.
  for (let i = 0; i < margin; i++) others.push(verifyPassword(dummyHash, 'guess'))
  try {
    return await work()
  } finally {
    leaving.abort()
    await Promise.allSettled(others)
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

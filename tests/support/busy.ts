import { dummyHash, requireHashingRoom, verifyPassword } from '#lib/domain/password.ts'

/** More than are hashed until the request that is tested has come. */
const margin = 30

/** Does something while more passwords wait to be checked than can be checked in time. */
export async function whileTooManySignIn<T>(work: () => Promise<T>): Promise<T> {
  const leaving = new AbortController()
  const asker = { closed: () => leaving.signal }
  const others: Promise<unknown>[] = []
  const join = () => others.push(verifyPassword(dummyHash, 'guess', asker))
  while (hasRoom()) join()
  // These wait as long as it takes, and so does whoever comes after them.
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

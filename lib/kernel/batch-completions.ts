/** What those who wait for one another share. */
interface Batch {
  /** How many pieces of work are not done yet. */
  inProgress: number
  /** How many are done whose askers wait. */
  done: number
  /** Lets these go on; null when nobody waits. */
  barrier: PromiseWithResolvers<void> | null
  timer: NodeJS.Timeout | undefined
}

/**
 * Does work that keeps the processors busy outside the program's own thread, and lets those who asked for it go on
 * in batches: as soon as no more is under way than is done. Each wake-up in between would have that thread fetch
 * again what the work beside it has driven from the processor's caches, and commit by itself what could share a
 * commit. While such work sets the pace, answers on the whole come no later by it. Where it does not have to queue for
 * a processor, nobody waits.
 * @param processors how much of the work is done at once
 * @param timeoutMs how long a caller waits for the others, in milliseconds
 */
export function batchCompletions(
  processors: number,
  timeoutMs: number,
): <T>(work: () => Promise<T>) => Promise<T> {
  const batch: Batch = { inProgress: 0, done: 0, barrier: null, timer: undefined }
  const release = () => {
    clearTimeout(batch.timer)
    batch.barrier?.resolve()
    batch.barrier = null
    batch.done = 0
  }
  const wait = () => {
    if (!batch.barrier) {
      batch.barrier = Promise.withResolvers()
      batch.timer = setTimeout(release, timeoutMs)
    }
    return batch.barrier.promise
  }
  return async (work) => {
    batch.inProgress++
    try {
      return await work()
    } finally {
      batch.inProgress--
      batch.done++
      if (batch.inProgress <= Math.max(processors, batch.done)) release()
      else await wait()
    }
  }
}

/** State shared by callers that wait for each other. */
interface Batch {
  /** Pieces of work that are not finished. */
  inProgress: number
  /** Finished pieces of work whose callers still wait. */
  done: number
  /** Resumes the waiting callers; null when there are none. */
  barrier: PromiseWithResolvers<void> | null
  timer: NodeJS.Timeout | undefined
}

/**
 * Resumes waiting callers in batches, so the main thread wakes once per batch instead of once per piece of work. The
 * work must run outside the main thread, as signatures do. A batch resumes when no more work is in progress than is
 * finished.
 * Single wake-ups would reload the caches that the work evicts, and would split what could share one commit. When the
 * work sets the pace, average latency does not rise. When the work does not queue for a processor, callers do not wait.
 * @param processors how many pieces of work run at once
 * @param timeoutMs the longest time that a caller waits for others, in milliseconds
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

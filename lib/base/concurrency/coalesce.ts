/**
 * Coalesces concurrent calls into one run. Every caller gets the result of a run that began after its call. A read
 * therefore contains everything committed before the call, and a flush covers everything written before it.
 * @param begin delays the run, so that imminent callers can join
 */
export function coalesce<T>(
  run: () => Promise<T>,
  begin: () => Promise<unknown> = async () => {},
): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | null = null
  return () => {
    next ??= running.then(begin).then(() => {
      next = null
      const result = run()
      running = result.catch(() => {})
      return result
    })
    return next
  }
}

/**
 * Waits for work up to a limit. After that the work continues, but its result is ignored.
 * @param limitMs in milliseconds
 * @param late makes the error to throw after the limit
 */
export async function withinTime<T>(
  work: () => Promise<T>,
  limitMs: number,
  late: () => Error,
): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(late()), limitMs)
  try {
    return await Promise.race([work(), promise])
  } finally {
    clearTimeout(timer)
  }
}

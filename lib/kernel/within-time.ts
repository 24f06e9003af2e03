/** The time was over before the work was done. */
export class TimeIsUpError extends Error {
  override readonly name = 'TimeIsUpError'
}

/**
 * Waits for work, but no longer than a time; work that goes on after that is nobody's any more.
 * @param limitMillis how long
 * @throws TimeIsUpError that says `late` when the time is over, and whatever the work throws before
 */
export async function withinTime<T>(
  work: () => Promise<T>,
  limitMillis: number,
  late: string,
): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new TimeIsUpError(late)), limitMillis)
  try {
    return await Promise.race([work(), promise])
  } finally {
    clearTimeout(timer)
  }
}

/** The time limit passed before the work ended. */
export class TimeIsUpError extends Error {
  override readonly name = 'TimeIsUpError'
}

/**
 * Waits for work up to a limit. After that the work continues, but its result is ignored.
 * @param limitMillis in milliseconds
 * @throws TimeIsUpError with the message `late` after the limit, or the error of the work before it
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

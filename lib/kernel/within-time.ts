/**
 * Waits for work, but no longer than a time; work that goes on after that is nobody's any more.
 * @param limitMillis how long
 * @throws Error that says `late` when the time is over, and whatever the work throws before
 */
export async function withinTime<T>(
  work: () => Promise<T>,
  limitMillis: number,
  late: string,
): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(late)), limitMillis)
  try {
    return await Promise.race([work(), promise])
  } finally {
    clearTimeout(timer)
  }
}

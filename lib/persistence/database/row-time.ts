/**
 * The current time for `createdAt` and `updatedAt`. Prisma's client fills these columns from the same clock, which
 * differs from a request's `now`.
 */
export function rowTime(): Date {
  return new Date()
}

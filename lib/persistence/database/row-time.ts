/**
 * The moment that `createdAt` and `updatedAt` say: of the writing itself. Prisma's client fills them in by the same clock,
 * which is not the clock of a request.
 */
export function rowTime(): Date {
  return new Date()
}

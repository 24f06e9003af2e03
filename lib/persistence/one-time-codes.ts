import type { Db } from './client.ts'
import type { Prisma } from './generated/sqlite/client.ts'

/** What was sent or shown to a person once and is worth nothing after its time. */
export function oneTimeCodes(db: Db) {
  /** Clears columns of at most `limit` users; returns of how many. */
  const clear = async (
    where: Prisma.UserWhereInput,
    data: Prisma.UserUncheckedUpdateManyInput,
    limit: number,
  ): Promise<number> => {
    const rows = await db.user.findMany({ where, take: limit, select: { id: true } })
    const ids = rows.map((row) => row.id)
    const { count } = await db.user.updateMany({
      where: { AND: [where, { id: { in: ids } }] },
      data,
    })
    return count
  }
  return {
    /**
     * Removes pre-registrations, reset links and email verification codes issued before
     * `issuedBefore`, and two-factor enrolments that ended before `now`: at most `limit` of each.
     * @returns how many of the kind that had the most
     */
    async removeExpired(issuedBefore: Date, now: Date, limit: number): Promise<number> {
      const where = { verificationCodeIssuedAt: { lt: issuedBefore } }
      const old = await db.preRegistration.findMany({ where, take: limit, select: { id: true } })
      const registrations = await db.preRegistration.deleteMany({
        where: { ...where, id: { in: old.map((row) => row.id) } },
      })
      const links = await clear(
        { forgotPasswordCodeIssuedAt: { lt: issuedBefore } },
        { forgotPasswordCodeHash: null, forgotPasswordCodeIssuedAt: null },
        limit,
      )
      const codes = await clear(
        { emailVerificationCodeIssuedAt: { lt: issuedBefore } },
        { emailVerificationCodeEncrypted: null, emailVerificationCodeIssuedAt: null },
        limit,
      )
      const enrolments = await clear(
        { otpEnrollmentExpiresAt: { lt: now } },
        { otpEnrollmentSecretEncrypted: null, otpEnrollmentExpiresAt: null },
        limit,
      )
      return Math.max(registrations.count, links, codes, enrolments)
    },
  }
}

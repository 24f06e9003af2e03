import type { Db } from './client.ts'
import type { Direct, Fields } from './direct.ts'
import { unmoved } from './users.ts'

/** What was sent or shown to a person once and is worth nothing after its time. */
export function oneTimeCodes(db: Db, sql: Direct) {
  /**
   * Clears columns of at most `limit` users; returns of how many.
   * @param column by which they are chosen: its moment lies before `moment`
   */
  const clear = async (
    column: string,
    moment: Date,
    cleared: Fields<'User'>,
    limit: number,
  ): Promise<number> => {
    const isOld = `"${column}" < ?`
    const some = `WHERE ${isOld} ORDER BY "id" LIMIT ?`
    const old = await sql.some('User', ['id'], some, moment, limit)
    const [first, last] = [old.at(0)?.id, old.at(-1)?.id]
    if (first === undefined || last === undefined) return 0
    const which = `WHERE ${isOld} AND "id" BETWEEN ? AND ?`
    return sql.change('User', { ...cleared, ...unmoved }, which, moment, first, last)
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
        'forgot_password_code_issued_at',
        issuedBefore,
        { forgotPasswordCodeHash: null, forgotPasswordCodeIssuedAt: null },
        limit,
      )
      const codes = await clear(
        'email_verification_code_issued_at',
        issuedBefore,
        { emailVerificationCodeEncrypted: null, emailVerificationCodeIssuedAt: null },
        limit,
      )
      const enrolments = await clear(
        'otp_enrollment_expires_at',
        now,
        { otpEnrollmentSecretEncrypted: null, otpEnrollmentExpiresAt: null },
        limit,
      )
      return Math.max(registrations.count, links, codes, enrolments)
    },
  }
}

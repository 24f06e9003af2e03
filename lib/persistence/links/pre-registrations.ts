import type { Db } from '../client.ts'
import type { PreRegistration } from '../generated/sqlite/client.ts'

export type PreRegistrationRecord = PreRegistration

/** Columns written when a link is issued. */
interface IssuedCode {
  readonly verificationCodeHash: string
  readonly verificationCodeIssuedAt: Date
  /** Of the message; absent when unknown. */
  readonly locale?: string
}

/** Addresses whose owners requested an account and received a link. */
export function preRegistrations(db: Db) {
  return {
    findById: (id: number) => db.preRegistration.findUnique({ where: { id } }),

    findByEmail: (email: string) => db.preRegistration.findUnique({ where: { email } }),

    findByCodeHash: (verificationCodeHash: string) =>
      db.preRegistration.findUnique({ where: { verificationCodeHash } }),

    insert: (email: string, code: IssuedCode) =>
      db.preRegistration.create({ data: { email, ...code } }),

    /** Gives a pre-registration a new link; false when another request has replaced it meanwhile. */
    async replaceCode(found: PreRegistrationRecord, code: IssuedCode): Promise<boolean> {
      const { id, verificationCodeHash } = found
      const { count } = await db.preRegistration.updateMany({
        where: { id, verificationCodeHash },
        data: code,
      })
      return count === 1
    },

    /** Consumes the link: true for the one caller that removes the row with this code. */
    async take(id: number, verificationCodeHash: string): Promise<boolean> {
      const { count } = await db.preRegistration.deleteMany({ where: { id, verificationCodeHash } })
      return count === 1
    },
  }
}

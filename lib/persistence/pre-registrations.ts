import type { Db } from './client.ts'
import type { PreRegistration } from './generated/sqlite/client.ts'

export type PreRegistrationRecord = PreRegistration

/** What is written when a link is issued. */
interface IssuedCode {
  readonly verificationCodeHash: string
  readonly verificationCodeIssuedAt: Date
  /** Of the message; absent where it is not known. */
  readonly locale?: string
}

/** Addresses whose owners asked for an account and were sent a link. */
export function preRegistrations(db: Db) {
  return {
    findById: (id: number) => db.preRegistration.findUnique({ where: { id } }),

    findByEmail: (email: string) => db.preRegistration.findUnique({ where: { email } }),

    findByCodeHash: (verificationCodeHash: string) =>
      db.preRegistration.findUnique({ where: { verificationCodeHash } }),

    insert: (email: string, code: IssuedCode) =>
      db.preRegistration.create({ data: { email, ...code } }),

    /** Gives a pre-registration a new link unless somebody else just did; true when it has it. */
    async replaceCode(found: PreRegistrationRecord, code: IssuedCode): Promise<boolean> {
      const { id, verificationCodeHash } = found
      const { count } = await db.preRegistration.updateMany({
        where: { id, verificationCodeHash },
        data: code,
      })
      return count === 1
    },

    /** Spends the link: true for the one caller that removes the row while the code is this one. */
    async take(id: number, verificationCodeHash: string): Promise<boolean> {
      const { count } = await db.preRegistration.deleteMany({ where: { id, verificationCodeHash } })
      return count === 1
    },
  }
}

import type { Db, Provider } from './client.ts'
import type { Prisma, User } from './generated/sqlite/client.ts'

export type UserRecord = User

/** User accounts. Columns that decide about access are written by narrow statements only. */
export function users(db: Db, provider: Provider) {
  return {
    insert: (user: Prisma.UserCreateInput) => db.user.create({ data: user }),

    findById: (id: number) => db.user.findUnique({ where: { id } }),

    findBySubject: (subject: string) => db.user.findUnique({ where: { subject } }),

    /** `email` in lower case. */
    findByEmail: (email: string) => db.user.findUnique({ where: { email } }),

    /** Reads a user and keeps others from changing the row until the transaction ends. */
    async lock(id: number): Promise<UserRecord | null> {
      if (provider === 'postgresql') {
        await db.$queryRaw`SELECT "id" FROM "users" WHERE "id" = ${id} FOR UPDATE`
      }
      return db.user.findUnique({ where: { id } })
    },

    attributes: (userId: number) =>
      db.userAttribute.findMany({ where: { userId }, orderBy: { id: 'asc' } }),

    grantPermission: (userId: number, permissionId: number) =>
      db.userPermission.create({ data: { userId, permissionId } }),

    /** Replaces the hash made with older parameters, unless the password changed meanwhile. */
    rehash: (id: number, oldHash: string, passwordHash: string) =>
      db.user.updateMany({ where: { id, passwordHash: oldHash }, data: { passwordHash } }),

    /**
     * Advances the credential generation by one and retires a pending reset link.
     * @returns the new generation
     */
    async advanceAuthState(id: number): Promise<number> {
      const { authStateGeneration } = await db.user.update({
        where: { id },
        data: {
          authStateGeneration: { increment: 1 },
          forgotPasswordCodeHash: null,
          forgotPasswordCodeIssuedAt: null,
        },
        select: { authStateGeneration: true },
      })
      return authStateGeneration
    },

    /** Spends a TOTP step: true when it is later than every step spent before. */
    async claimOtpStep(id: number, step: number): Promise<boolean> {
      const { count } = await db.user.updateMany({
        where: { id, lastOtpStep: { lt: step } },
        data: { lastOtpStep: step },
      })
      return count === 1
    },

    /** Switches two-factor on with a proven secret: true when it was off. */
    async enableOtp(id: number, otpSecretEncrypted: Uint8Array<ArrayBuffer>): Promise<boolean> {
      const { count } = await db.user.updateMany({
        where: { id, otpEnabled: false },
        data: {
          otpEnabled: true,
          otpSecretEncrypted,
          otpEnrollmentSecretEncrypted: null,
          otpEnrollmentExpiresAt: null,
          otpConfigGeneration: { increment: 1 },
        },
      })
      return count === 1
    },
  }
}

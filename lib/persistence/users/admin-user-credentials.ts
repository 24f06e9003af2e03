import type { AdminSource } from '../database/sources.ts'
import type { UserRecord } from './users.ts'

/**
 * Increments the credential generation and invalidates a pending reset link.
 * @returns the new generation
 */
export async function advanceAuthState({ db }: AdminSource, id: number): Promise<number> {
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
}

/** Switches two-factor off and removes its secrets: null when it was off. */
export async function disableOtp({ db }: AdminSource, id: number): Promise<UserRecord | null> {
  const { count } = await db.user.updateMany({
    where: { id, otpEnabled: true },
    data: {
      otpEnabled: false,
      otpSecretEncrypted: null,
      lastOtpStep: 0,
      otpEnrollmentSecretEncrypted: null,
      otpEnrollmentExpiresAt: null,
      otpEnrollmentGrantIdentifier: null,
      otpConfigGeneration: { increment: 1 },
    },
  })
  return count === 1 ? db.user.findUnique({ where: { id } }) : null
}

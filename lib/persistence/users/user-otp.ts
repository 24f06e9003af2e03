import { updatedRows } from '../database/results.ts'
import { rowTime } from '../database/row-time.ts'
import type { Queries } from '../database/tables.ts'

/** Spends a TOTP step: true when it is later than every step spent before. */
export async function claimOtpStep(queries: Queries, id: number, step: number): Promise<boolean> {
  const claim = queries
    .updateTable('users')
    .where('id', '=', id)
    .set({ lastOtpStep: step })
    .where('lastOtpStep', '<', step)
  return (await updatedRows(claim)) === 1
}

/** Switches two-factor on with a proven secret: true when it was off. */
export async function enableOtp(
  queries: Queries,
  id: number,
  otpSecretEncrypted: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const enabling = queries
    .updateTable('users')
    .where('id', '=', id)
    .set((eb) => ({
      otpEnabled: true,
      otpSecretEncrypted,
      otpEnrollmentSecretEncrypted: null,
      otpEnrollmentExpiresAt: null,
      otpEnrollmentGrantIdentifier: null,
      otpConfigGeneration: eb('otpConfigGeneration', '+', 1),
      updatedAt: rowTime(),
    }))
    .where('otpEnabled', '=', false)
  return (await updatedRows(enabling)) === 1
}

/**
 * Puts a proven secret in place of the present one, and spends the step of the code that proved it: true when two-factor
 * was on, its settings were those of that generation, and the secret was still pending.
 */
export async function replaceOtp(
  queries: Queries,
  id: number,
  read: { readonly otpConfigGeneration: number; readonly pendingEncrypted: Uint8Array },
  change: { readonly otpSecretEncrypted: Uint8Array<ArrayBuffer>; readonly lastOtpStep: number },
): Promise<boolean> {
  const replacing = queries
    .updateTable('users')
    .where('id', '=', id)
    .set({
      ...change,
      otpEnrollmentSecretEncrypted: null,
      otpEnrollmentExpiresAt: null,
      otpEnrollmentGrantIdentifier: null,
      otpConfigGeneration: read.otpConfigGeneration + 1,
      updatedAt: rowTime(),
    })
    .where('otpEnabled', '=', true)
    .where('otpConfigGeneration', '=', read.otpConfigGeneration)
    .where('otpEnrollmentSecretEncrypted', '=', new Uint8Array(read.pendingEncrypted))
  return (await updatedRows(replacing)) === 1
}

/**
 * Stores a secret to be proven. Refused when two-factor is no longer as the caller read it, or when the same grant has a
 * pending secret that has not expired. A secret of another grant is replaced.
 */
export async function startOtpEnrollment(
  queries: Queries,
  id: number,
  now: Date,
  pending: {
    readonly secretEncrypted: Uint8Array<ArrayBuffer>
    readonly expiresAt: Date
    readonly grantIdentifier: string
    /** Two-factor is on: the secret is to replace the present one. */
    readonly otpEnabled: boolean
  },
): Promise<boolean> {
  const change = {
    otpEnrollmentSecretEncrypted: pending.secretEncrypted,
    otpEnrollmentExpiresAt: pending.expiresAt,
    otpEnrollmentGrantIdentifier: pending.grantIdentifier,
  }
  const start = queries
    .updateTable('users')
    .where('id', '=', id)
    .set(change)
    .where('otpEnabled', '=', pending.otpEnabled)
    .where((eb) =>
      eb.or([
        eb('otpEnrollmentExpiresAt', 'is', null),
        eb('otpEnrollmentExpiresAt', '<=', now),
        eb('otpEnrollmentGrantIdentifier', 'is', null),
        eb('otpEnrollmentGrantIdentifier', '<>', pending.grantIdentifier),
      ]),
    )
  return (await updatedRows(start)) === 1
}

/** Stores a mailed code that confirms a change of factors, in place of an earlier one. */
export async function keepFactorCode(
  queries: Queries,
  id: number,
  factorCodeEncrypted: Uint8Array<ArrayBuffer>,
  factorCodeIssuedAt: Date,
): Promise<void> {
  const change = { factorCodeEncrypted, factorCodeIssuedAt }
  await queries.updateTable('users').set(change).where('id', '=', id).execute()
}

/** Removes that code: true when it was still there. */
export async function takeFactorCode(
  queries: Queries,
  id: number,
  factorCodeEncrypted: Uint8Array,
): Promise<boolean> {
  const change = queries
    .updateTable('users')
    .set({ factorCodeEncrypted: null, factorCodeIssuedAt: null })
    .where('id', '=', id)
    .where('factorCodeEncrypted', '=', new Uint8Array(factorCodeEncrypted))
  return (await updatedRows(change)) === 1
}

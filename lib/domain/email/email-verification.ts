import { refuse } from '#lib/answers/refusal.ts'
import { verificationCode } from '#lib/base/crypto/random.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import type { AdminTx } from '#lib/context.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { audit } from '../audit/audit.ts'
import { findUser } from '../users/users.ts'

/** Validity of a code (docs/specification.md "Limits"), in seconds. */
export const verificationCodeSeconds = 300

/** The place that a user's code is encrypted for. */
export function verificationCodePlace(userId: number) {
  return `users.email_verification_code_encrypted/${userId}` as const
}

/** A plaintext code, for delivery to the user. */
export interface IssuedVerificationCode {
  readonly code: string
  readonly expiresAt: Date
}

/**
 * Issues a code that proves the user's address and replaces an earlier code. The address counts as unverified until the
 * code is entered. The code is stored encrypted. Writes `generated_email_verification_code`.
 * @param user as read before; the code is valid for that address only
 * @throws Refusal NOT_FOUND; CONCURRENT_UPDATE when the address changed meanwhile
 */
export async function issueVerificationCode(
  tx: AdminTx,
  user: Pick<UserRecord, 'id' | 'email'>,
  loggedInUser: string,
): Promise<IssuedVerificationCode> {
  const code = verificationCode()
  const changed = await tx.store.users.change(
    user.id,
    {
      emailVerified: false,
      emailVerificationCodeEncrypted: tx.cipher.seal(code, verificationCodePlace(user.id)),
      emailVerificationCodeIssuedAt: tx.now,
    },
    { email: user.email },
  )
  if (!changed) {
    await findUser(tx, user.id)
    throw refuse('CONCURRENT_UPDATE')
  }
  const { id: userId, email } = user
  audit(tx, 'generated_email_verification_code', { userId, email, loggedInUser })
  return { code, expiresAt: addSeconds(tx.now, verificationCodeSeconds) }
}

import type { z } from 'zod'
import type { sendEmailVerification } from '#lib/api/contract/account/email.ts'
import type { VerificationState } from '#lib/domain/email/own-email-verification.ts'

/** The result of requesting a verification code, on the wire. */
export function verificationToWire(
  state: VerificationState,
): z.input<typeof sendEmailVerification.response> {
  return {
    emailVerificationSent: state.kind === 'sent',
    emailDestination: state.kind === 'sent' ? state.email : '',
    tooManyRequests: state.kind === 'wait',
    waitInSeconds: state.kind === 'wait' ? state.seconds : 0,
    emailVerified: state.kind === 'verified',
  }
}

import { z } from 'zod'
import { positiveId, storableText, text } from '../common.ts'

/** The path parameter of operations on the caller's own records. */
export const byOwnId = z.object({ id: positiveId('The `id` of the record, as the list gives it.') })

/** The current one-time code, which confirms a credential change while two-factor authentication is on. */
export function currentCode() {
  return text().describe(
    'A current one-time code: needed once two-factor authentication is on, unless the token’s session has proven it.',
  )
}

/** The recovery codes that come with the first factor. */
export const firstCodes = z
  .array(z.string())
  .optional()
  .describe(
    'Present where recovery codes are on and there were none: ten, which no other answer shows.',
  )

/** Refusals when that code is missing or wrong. */
export const codeErrors = ['OTP_CODE_REQUIRED', 'INVALID_OTP_CODE'] as const

const part = () => storableText().nullish()

const confirmationParts = z.object({
  password: part().describe(
    'The password; enough for an account without a second factor, or in a session that has proven it.',
  ),
  otpCode: part().describe('A code of the authenticator app.'),
  recoveryCode: part().describe('A recovery code, which is spent.'),
  emailCode: part().describe('The code of `mailConfirmationCode`, beside the password.'),
  passkey: z
    .record(z.string(), z.unknown())
    .nullish()
    .describe('The answer of a passkey to `getConfirmationOptions`, as JSON (WebAuthn Level 3).'),
})

/** What confirms a change of factors. */
export const confirmation = confirmationParts
  .nullish()
  .describe(
    'What confirms that it is you. Left out: enough for a token of the console’s own client within ten minutes after ' +
      'the sign-in, if that has proven the second factor.',
  )

/** What confirms a change of credentials without a typed password. */
export const inPlaceOfPassword = confirmationParts
  .nullish()
  .describe(
    'Read when the password is left out or empty, and passkeys are on or you have had one: a passkey, or the password ' +
      'with a recovery code or a mailed one. An account whose second factor is a passkey needs it, unless the token’s session has proven that.',
  )

/** What the browser needs for a passkey. */
export const options = z.object({
  options: z
    .record(z.string(), z.unknown())
    .describe('Options for the browser, as JSON (WebAuthn Level 3); good for five minutes.'),
})

/** Refusals of an operation that has to be confirmed. */
export const confirmationErrors = [
  'INVALID_REQUEST_BODY',
  'NOT_FOUND',
  'AUTHENTICATION_FAILED',
  'TOO_MANY_REQUESTS',
] as const

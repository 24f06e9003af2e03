import { z } from 'zod'
import { positiveId, text } from '../common.ts'

/** The path parameter of operations on the caller's own records. */
export const byOwnId = z.object({ id: positiveId('The `id` of the record, as the list gives it.') })

/** The current one-time code, which confirms a credential change while two-factor authentication is on. */
export function currentCode() {
  return text().describe(
    'A current one-time code: needed once two-factor authentication is on, unless the token’s session has proven it.',
  )
}

/** Refusals when that code is missing or wrong. */
export const codeErrors = ['OTP_CODE_REQUIRED', 'INVALID_OTP_CODE'] as const

import { refresh } from 'next/cache'
import type { FormState } from '../_console/form-state.ts'
import { type SubmitOptions, submit } from '../_console/submit.ts'

/** The field that refusals of a one-time code concern. */
export const codeFields = { OTP_CODE_REQUIRED: 'otpCode', INVALID_OTP_CODE: 'otpCode' } as const

/**
 * As `submit`, for a form that may need a one-time code. If two-factor authentication was enabled after the page was
 * loaded, the refreshed page has the field.
 */
export async function submitWithCode(
  form: FormData,
  options: SubmitOptions,
  work: Parameters<typeof submit>[2],
): Promise<FormState> {
  const state = await submit(form, options, work)
  if (state.kind === 'refused' && state.code === 'OTP_CODE_REQUIRED') refresh()
  return state
}

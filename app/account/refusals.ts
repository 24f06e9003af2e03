import type { Refusals, Texts } from '#app/_ui/form/submit-route.ts'

/** The field that refusals of a one-time code concern. */
const codeFields = { OTP_CODE_REQUIRED: 'otpCode', INVALID_OTP_CODE: 'otpCode' } as const

/**
 * Refusals of the Account API in the visitor's language; the API's own texts are English.
 * @param fields prefixes of codes and the fields they concern, beside those of a one-time code
 * @param stale codes which say that the page shows an outdated record. Default: two-factor authentication was enabled
 *   after the page was loaded, so the refreshed page has the field
 */
export function accountRefusals(
  fields: NonNullable<Refusals['fields']> = {},
  stale: readonly string[] = ['OTP_CODE_REQUIRED'],
) {
  return (t: Texts, { maxPicture: max }: { readonly maxPicture: string }) => ({
    fields: { ...fields, ...codeFields },
    stale,
    texts: {
      AUTHENTICATION_FAILED: t('account.refusals.password_wrong'),
      TOO_MANY_REQUESTS: t('account.refusals.too_many'),
      EMAIL_ALREADY_EXISTS: t('validator.email.already_registered'),
      SMTP_NOT_ENABLED: t('account.refusals.no_mail'),
      INVALID_OR_EXPIRED_VERIFICATION_CODE: t('account.refusals.verification_code'),
      OTP_CODE_REQUIRED: t('handler.otp.code_required'),
      INVALID_OTP_CODE: t('handler.otp.incorrect_code'),
      OTP_ENROLLMENT_NOT_PENDING: t('account.refusals.enrollment_expired'),
      OTP_ALREADY_ENABLED: t('account.refusals.otp_on'),
      OTP_NOT_ENABLED: t('account.refusals.otp_off'),
      FILE_TOO_LARGE: t('console.picture.too_large', { max }),
      NO_FILE: t('account.refusals.no_file'),
    },
  })
}

import { pageTexts } from '../_components/texts.ts'
import { pictureLimit } from '../_console/picture-limit.ts'

/** Translations of the Account API's refusals that have only English texts, by code. */
export async function accountRefusals(): Promise<Readonly<Record<string, string>>> {
  const t = await pageTexts()
  const { mebibytes: max } = await pictureLimit()
  return {
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
  }
}

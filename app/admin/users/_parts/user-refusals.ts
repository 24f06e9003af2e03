import type { Refusals, Texts } from '#app/_ui/form/submit-route.ts'

/**
 * Refusals of a change to a user, in the visitor's language; the API's own texts are English.
 * @param fields prefixes of codes and the fields they concern
 */
export function userRefusals(fields: NonNullable<Refusals['fields']> = {}) {
  return (t: Texts, { maxPicture: max }: { readonly maxPicture: string }): Refusals => ({
    fields,
    texts: {
      MANAGE_SCOPE_REQUIRED: t('users.refused.manage_scope_required'),
      LAST_ADMINISTRATOR: t('users.refused.last_administrator'),
      CONCURRENT_UPDATE: t('users.refused.concurrent_update'),
      EMAIL_ALREADY_EXISTS: t('users.refused.email_already_exists'),
      EMAIL_TOO_LONG: t('users.refused.email_too_long'),
      VALUE_TOO_LONG: t('users.refused.value_too_long'),
      OTP_NOT_ENABLED: t('users.refused.otp_not_enabled'),
      SMTP_NOT_ENABLED: t('users.refused.smtp_not_enabled'),
      NOT_FOUND: t('users.refused.not_found'),
      FILE_TOO_LARGE: t('console.picture.too_large', { max }),
      NO_FILE: t('account.refusals.no_file'),
    },
  })
}

import { submitRoute } from '#app/_ui/form/submit-route.ts'
import type { ShownCode } from '#app/admin/users/[id]/email/shown-code.ts'
import { dateFormat } from '#lib/i18n/formats.ts'

/** Generates a code that verifies a user's email, for the administrator to pass on. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, t, language }) => {
    const answer = await api.generateUserEmailVerificationCode({ params: { id: id() } })
    const format = dateFormat(language, { timeStyle: 'short', timeZone: 'UTC' })
    const time = format.format(new Date(answer.verificationCodeExpiresAt))
    const note = t('users.code.note', { email: answer.email, time })
    const shown: ShownCode = { code: answer.verificationCode, note }
    return { message: '', shown }
  },
)

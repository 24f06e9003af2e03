import { textOfField } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { accountRefusals } from '#app/account/refusals.ts'

/** Requests a mailed code that replaces a lost passkey. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, form }) => {
    await api.mailConfirmationCode({ body: { password: textOfField(form, 'lostPassword') } })
    return { done: 'factor_code_sent' }
  },
  accountRefusals({ AUTHENTICATION_FAILED: 'lostPassword' }, ['NOT_FOUND']),
)

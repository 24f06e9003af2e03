import { FormRefusal } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { accountRefusals } from '#app/account/refusals.ts'
import { ApiError } from '#lib/api/client.ts'

/** Mails a code to the visitor's address, or says how long to wait for the next one. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async ({ api, t }) => {
  const answer = await api.sendEmailVerification().catch((error: unknown) => {
    const isOurs = error instanceof ApiError && error.status >= 500
    throw isOurs ? new FormRefusal('', t('account.verification.failed')) : error
  })
  if (answer.tooManyRequests) {
    throw new FormRefusal('', t('account.verification.wait', { seconds: answer.waitInSeconds }))
  }
  if (answer.emailVerified) return { message: t('account.verification.already'), isStale: true }
  return { message: t('account.verification.sent', { email: answer.emailDestination }) }
}, accountRefusals())

import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { refuseUnsent } from '#app/account/email/change-route.ts'
import { accountRefusals } from '#app/account/refusals.ts'

/** Mails another code to the new address. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async ({ api, t }) => {
  const { pendingEmail } = await api
    .resendEmailChangeCode()
    .catch((error: unknown) => refuseUnsent(error, t))
  return pendingEmail ? { done: 'email_requested' } : { to: '/account/email' }
}, accountRefusals())

import type { NoticeName } from '#app/_ui/feedback/notices.ts'
import { FormRefusal, textsOfFields } from '#app/_ui/form/form-values.ts'
import { type Submission, submitRoute } from '#app/_ui/form/submit-route.ts'
import { ApiError } from '#lib/api/client.ts'
import { normalizeEmail } from '#lib/domain/email/email-form.ts'
import { inPlaceOfPassword, refuseUnconfirmed } from '../_confirm/confirmation-body.ts'
import { accountRefusals } from '../refusals.ts'

const refusals = accountRefusals({
  AUTHENTICATION_FAILED: 'currentPassword',
  VALIDATION_ERROR: 'currentPassword',
  EMAIL_ALREADY_EXISTS: 'email',
  'validator.email': 'email',
})
const names = ['email', 'emailConfirmation', 'currentPassword', 'otpCode'] as const

/** The body for the API, from the form of a new address. */
interface NewAddress {
  readonly email: string
  readonly currentPassword: string
  readonly otpCode: string
  readonly confirmation?: ReturnType<typeof inPlaceOfPassword>['confirmation']
}

/** A route of the form for a new address, which asks for it twice. */
export function emailChangeRoute(
  send: (api: Submission['api'], body: NewAddress) => Promise<unknown>,
  done: NoticeName,
) {
  return submitRoute(
    async ({ api, form, t }) => {
      const { emailConfirmation, ...body } = textsOfFields(form, names)
      if (normalizeEmail(body.email) !== normalizeEmail(emailConfirmation)) {
        throw new FormRefusal('emailConfirmation', t('validator.email.confirmation_mismatch'))
      }
      const standIn = inPlaceOfPassword(form)
      await send(api, { ...body, ...standIn }).catch((error: unknown) => {
        if (standIn.confirmation) refuseUnconfirmed(error, t)
        return refuseUnsent(error, t)
      })
      return { done }
    },
    (t, settings) => {
      const { texts, ...others } = refusals(t, settings)
      const VALIDATION_ERROR = t('account.refusals.password_required')
      return { ...others, texts: { ...texts, VALIDATION_ERROR } }
    },
  )
}

/** A longer wait than this is for wrong passwords. */
const maxWaitForMessage = 60

/**
 * Reports why a message was not sent.
 * @throws FormRefusal, or the error
 */
export function refuseUnsent(error: unknown, t: Submission['t']): never {
  if (!(error instanceof ApiError)) throw error
  if (error.status >= 500) throw new FormRefusal('', t('account.verification.failed'))
  const seconds = error.retryAfterSeconds
  if (error.code === 'TOO_MANY_REQUESTS' && seconds && seconds <= maxWaitForMessage) {
    throw new FormRefusal('', t('account.verification.wait', { seconds }))
  }
  throw error
}

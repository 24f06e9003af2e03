import type { Outcome } from '#lib/answers/outcome.ts'
import type { FormError } from '#lib/answers/view.ts'
import type { Incoming } from '#lib/base/network/incoming.ts'
import type { Context } from '#lib/context.ts'
import { normalizeEmail } from '#lib/domain/email/email-form.ts'
import { requestPasswordReset } from '#lib/domain/passwords/password-reset.ts'
import { requestCopyField } from '../authorize/request-copy.ts'
import { typedEmail } from '../typed-email.ts'
import {
  findOrigin,
  followUp,
  languageOf,
  malformedPage,
  type Origin,
  page,
  refuseBeyond,
  startingEmail,
} from './pages.ts'

export async function forgotPasswordPage(ctx: Context, incoming: Incoming): Promise<Outcome> {
  const origin = await findOrigin(ctx, incoming.cookies, incoming.query?.value('ceremony'))
  return showForm(origin, { email: await startingEmail(ctx, origin), sent: false })
}

/**
 * `POST /forgot-password`, body only. Every address gets the same page in the same time, because the account is
 * looked up after the answer. While mail is off, no lookup follows.
 */
export async function submitForgotPassword(ctx: Context, incoming: Incoming): Promise<Outcome> {
  const { form } = incoming
  if (!form) return malformedPage()
  const copy = form.value(requestCopyField)
  const origin = await findOrigin(ctx, incoming.cookies, form.value('ceremonyId'), copy)
  const tooMany = await refuseBeyond(ctx, 'forgot_pwd_ip', ctx.ip, origin.uiLocales)
  if (tooMany) return tooMany
  const email = typedEmail(form)
  if (email === '') {
    return showForm(origin, { email, sent: false, error: { key: 'handler.email.required' } })
  }
  const address = normalizeEmail(email)
  if (address.split('@').length !== 2) {
    const error = { key: 'validator.email.invalid_format' }
    return showForm(origin, { email, sent: false, error })
  }
  const tooManyForAddress = await refuseBeyond(ctx, 'forgot_pwd_email', address, origin.uiLocales)
  if (tooManyForAddress) return tooManyForAddress
  if (ctx.settings.smtpEnabled) {
    const recipient = { address, language: languageOf(ctx, origin) }
    followUp(ctx, () => requestPasswordReset(ctx, recipient, origin.ceremonyId))
  }
  return showForm(origin, { email, sent: true })
}

interface Shown {
  readonly email: string
  readonly sent: boolean
  readonly error?: FormError
}

function showForm(origin: Origin, shown: Shown): Outcome {
  return page({ page: 'forgot-password', ...origin, ...shown })
}

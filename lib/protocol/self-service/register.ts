import type { Outcome } from '#lib/answers/outcome.ts'
import type { FormError } from '#lib/answers/view.ts'
import type { Incoming, SignInCookies } from '#lib/base/network/incoming.ts'
import type { Parameters } from '#lib/base/text/parameters.ts'
import type { Context } from '#lib/context.ts'
import { requireChosenEmail } from '#lib/domain/email/email-domains.ts'
import { normalizeEmail } from '#lib/domain/email/email-form.ts'
import { passwordRule } from '#lib/domain/passwords/password-rules.ts'
import { signInFeatures } from '#lib/domain/sign-in/sign-in-features.ts'
import {
  isAddressProvenFirst,
  register,
  requestRegistration,
  welcome,
} from '#lib/domain/users/registration.ts'
import { requestCopyField } from '../authorize/request-copy.ts'
import type { Page } from '../error-page.ts'
import { typedEmail } from '../typed-email.ts'
import {
  findOrigin,
  flowEnd,
  followUp,
  formAgain,
  languageOf,
  malformedPage,
  notFoundPage,
  type Origin,
  page,
  refuseBeyond,
  startingEmail,
  typedPassword,
} from './pages.ts'

/** `GET /account/register`: the form, while self-registration is enabled. */
export async function registerPage(ctx: Context, incoming: Incoming): Promise<Outcome> {
  if (!ctx.settings.selfRegistrationEnabled) return notFoundPage()
  const origin = await findOrigin(ctx, incoming.cookies, incoming.query?.value('ceremony'))
  return showForm(ctx, origin, await startingEmail(ctx, origin))
}

/**
 * `POST /account/register`, body only. If addresses are proven first, every address gets the same answer, and the
 * mail follows after it. Otherwise the account is created at once, and the page reports an address that already has
 * one.
 */
export async function submitRegister(ctx: Context, incoming: Incoming): Promise<Outcome> {
  if (!ctx.settings.selfRegistrationEnabled) return notFoundPage()
  const { form } = incoming
  if (!form) return malformedPage()
  const copy = form.value(requestCopyField)
  const origin = await findOrigin(ctx, incoming.cookies, form.value('ceremonyId'), copy)
  const tooMany = await refuseBeyond(ctx, 'register', ctx.ip, origin.uiLocales)
  if (tooMany) return tooMany
  const typed = typedEmail(form)
  if (typed === '') return showForm(ctx, origin, '', { key: 'handler.email.required' })
  const email = normalizeEmail(typed)
  const tooManyForAddress = await refuseBeyond(ctx, 'register_email', email, origin.uiLocales)
  if (tooManyForAddress) return tooManyForAddress
  try {
    requireChosenEmail(ctx, email)
    if (isTrapped(ctx, form)) return pretend(ctx, origin, email)
    return isAddressProvenFirst(ctx)
      ? sendLink(ctx, origin, email)
      : await createAccount(ctx, incoming.cookies, { origin, email, form })
  } catch (error) {
    return formAgain(ctx, error, (said) => showForm(ctx, origin, typed, said))
  }
}

/** The name of the hidden field for programs. */
const trapField = 'subject'

/** True for a form with a value in the hidden field: a program filled it in. */
function isTrapped(ctx: Context, form: Parameters): boolean {
  return signInFeatures(ctx).registrationTrap && (form.value(trapField) ?? '') !== ''
}

/** Answers as if a link had been sent, and does nothing else. */
function pretend(ctx: Context, { ceremonyId, uiLocales }: Origin, email: string): Outcome {
  ctx.log.info({ requestId: ctx.requestId, ip: ctx.ip }, 'a program filled in the registration')
  return page({ page: 'check-email', email, ceremonyId, uiLocales })
}

function sendLink(ctx: Context, origin: Origin, email: string): Outcome {
  const recipient = { address: email, language: languageOf(ctx, origin) }
  followUp(ctx, () => requestRegistration(ctx, recipient, origin.ceremonyId))
  const { ceremonyId, uiLocales } = origin
  return page({ page: 'check-email', email, ceremonyId, uiLocales })
}

async function createAccount(
  ctx: Context,
  cookies: SignInCookies,
  {
    origin,
    email,
    form,
  }: { readonly origin: Origin; readonly email: string; readonly form: Parameters },
): Promise<Outcome> {
  const recipient = { address: email, language: languageOf(ctx, origin) }
  await register(ctx, recipient, typedPassword(form))
  if (ctx.settings.smtpEnabled) followUp(ctx, () => welcome(ctx, recipient))
  const end = await flowEnd(ctx, cookies, origin.ceremonyId, email, origin.requestCopy)
  return page({ page: 'registered', ...end, uiLocales: origin.uiLocales })
}

function showForm(ctx: Context, origin: Origin, email: string, error?: FormError): Page {
  const rule = isAddressProvenFirst(ctx) ? undefined : passwordRule(ctx.settings.passwordPolicy)
  return page({
    page: 'register',
    email,
    ...origin,
    ...(rule ? { rule } : {}),
    ...(signInFeatures(ctx).registrationTrap ? { trapField } : {}),
    ...(error ? { error } : {}),
  })
}

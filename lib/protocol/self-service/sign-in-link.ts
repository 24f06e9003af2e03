import type { CookieChange, Outcome } from '#lib/answers/outcome.ts'
import type { View } from '#lib/answers/view.ts'
import type { Incoming } from '#lib/base/network/incoming.ts'
import type { Parameters } from '#lib/base/text/parameters.ts'
import type { Context } from '#lib/context.ts'
import { maskedEmail } from '#lib/domain/email/email-address.ts'
import { normalizeEmail } from '#lib/domain/email/email-form.ts'
import { rememberUser } from '#lib/domain/sign-in/known-browsers.ts'
import {
  areLinksUsed,
  findBySignInLink,
  requestSignInLink,
  signInLinkEnd,
  takeSignInLink,
} from '#lib/domain/sign-in/sign-in-failures.ts'
import { typedEmail } from '../typed-email.ts'
import {
  carriedOrigin,
  findOrigin,
  flowEnd,
  followUp,
  languageOf,
  linkExpiredPage,
  localesOf,
  malformedPage,
  type Origin,
  page,
  refuseBeyond,
  startingEmail,
} from './pages.ts'

type LinkView = Extract<View, { page: 'sign-in-link' }>

/**
 * `GET /sign-in-link`: asks for the address of an account that needs a link after many failed sign-ins. With `code`
 * it is the mailed link. Its page spends nothing, because mail programs open links automatically.
 */
export async function signInLinkPage(ctx: Context, incoming: Incoming): Promise<Outcome> {
  const code = incoming.query?.value('code')
  const origin = await findOrigin(ctx, incoming.cookies, incoming.query?.value('ceremony'))
  if (code === undefined) {
    if (incoming.query?.present('code'))
      return linkExpiredPage('sign-in', { reason: 'missing' }, 200, origin.ceremonyId)
    return show({ ...origin, step: 'ask', email: await startingEmail(ctx, origin) })
  }
  const tooMany = await refuseBeyond(ctx, 'reset_pwd', ctx.ip)
  if (tooMany) return tooMany
  const user = (await findBySignInLink(ctx, code))?.found
  const ceremonyId = carriedOrigin(incoming.query?.value('ceremony'))
  if (!user) {
    return linkExpiredPage('sign-in', await signInLinkEnd(ctx, { code }), 200, ceremonyId)
  }
  const uiLocales = localesOf(user)
  return show({ ceremonyId, uiLocales, step: 'open', email: maskedEmail(user.email), code })
}

/**
 * `POST /sign-in-link`, body only. With `email`, every address gets the same answer, and a link is mailed
 * afterwards if one is needed. With `code` it spends the link. The account accepts passwords again, and this
 * browser counts as known, so an attacker cannot exhaust its attempts. It does not sign the user in.
 */
export async function submitSignInLink(ctx: Context, incoming: Incoming): Promise<Outcome> {
  const { form } = incoming
  if (!form) return malformedPage()
  const code = form.value('code')
  return code === undefined ? ask(ctx, incoming, form) : spend(ctx, incoming, form, code)
}

async function ask(ctx: Context, { cookies }: Incoming, form: Parameters): Promise<Outcome> {
  const origin = await findOrigin(ctx, cookies, form.value('ceremonyId'))
  const tooMany = await refuseBeyond(ctx, 'forgot_pwd_ip', ctx.ip, origin.uiLocales)
  if (tooMany) return tooMany
  const email = typedEmail(form)
  if (email === '')
    return show({ ...origin, step: 'ask', error: { key: 'handler.email.required' } })
  if (email.split('@').length !== 2) {
    const error = { key: 'validator.email.invalid_format' }
    return show({ ...origin, step: 'ask', email, error })
  }
  const address = normalizeEmail(email)
  const tooManyForAddress = await refuseBeyond(ctx, 'forgot_pwd_email', address, origin.uiLocales)
  if (tooManyForAddress) return tooManyForAddress
  if (areLinksUsed(ctx)) {
    const recipient = { address, language: languageOf(ctx, origin) }
    followUp(ctx, () => requestSignInLink(ctx, recipient, origin.ceremonyId))
  }
  return show({ ...origin, step: 'sent', email })
}

async function spend(
  ctx: Context,
  { cookies }: Incoming,
  form: Parameters,
  code: string,
): Promise<Outcome> {
  const tooMany = await refuseBeyond(ctx, 'reset_pwd', ctx.ip)
  if (tooMany) return tooMany
  const user = await takeSignInLink(ctx, code)
  const from = carriedOrigin(form.value('ceremonyId'))
  if (!user) return linkExpiredPage('sign-in', await signInLinkEnd(ctx, { code }), 400, from)
  const known = rememberUser(ctx, cookies.known, user, 'password')
  const end = await flowEnd(ctx, cookies, from, user.email)
  return show({ ...end, uiLocales: localesOf(user), step: 'done' }, [known])
}

function show(
  shown: Origin & Pick<LinkView, 'step'> & Partial<LinkView>,
  cookies: readonly CookieChange[] = [],
): Outcome {
  return page({ email: '', code: '', ...shown, page: 'sign-in-link' }, 200, cookies)
}

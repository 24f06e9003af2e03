import type { Outcome } from '#lib/answers/outcome.ts'
import type { FormError } from '#lib/answers/view.ts'
import type { Incoming } from '#lib/base/network/incoming.ts'
import type { Parameters } from '#lib/base/text/parameters.ts'
import { mailedCode } from '#lib/base/text/typed.ts'
import type { Context } from '#lib/context.ts'
import { normalizeEmail } from '#lib/domain/email/email-form.ts'
import { findByTypedCode } from '#lib/domain/users/registration.ts'
import { typedEmail } from '../typed-email.ts'
import { findOrigin, followLink, page, refuseBeyond } from './pages.ts'

/** A pasted message with a code in it is shorter; the rest is ignored. */
const maxTypedLength = 1_024

/**
 * Follows the link of a registration by the code of its mail, typed on the page that is still open. A wrong code gets
 * the same answer for every address.
 */
export async function followTypedCode(
  ctx: Context,
  { cookies }: Incoming,
  form: Parameters,
): Promise<Outcome> {
  const origin = await findOrigin(ctx, cookies, form.value('ceremonyId'))
  const typed = typedEmail(form)
  const email = normalizeEmail(typed)
  const again = (key: string): Outcome => {
    const error: FormError = { key }
    const { ceremonyId, uiLocales } = origin
    return page({ page: 'check-email', ceremonyId, uiLocales, email: typed, error })
  }
  const code = mailedCode((form.value('emailCode') ?? '').slice(0, maxTypedLength))
  if (code === '') return again('card.check_email.required')
  const tooMany = await refuseBeyond(ctx, 'activate_email', email, origin.uiLocales)
  if (tooMany) return tooMany
  const found = await findByTypedCode(ctx, email, code)
  if (!found) return again('card.check_email.wrong')
  const { id, verificationCodeHash: codeHash, locale } = found
  const from = origin.ceremonyId
  const link = { flow: 'activate', targetId: id, codeHash, code: '', email, locale, from } as const
  return followLink(ctx, cookies, link, true)
}

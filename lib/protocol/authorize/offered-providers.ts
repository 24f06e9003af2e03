import type { FormError, ProviderView, View } from '#lib/answers/view.ts'
import type { Context } from '#lib/context.ts'
import { normalizeEmail } from '#lib/domain/email/email-form.ts'
import { inOrderFor, usableProviders } from '#lib/domain/identity-providers/usable.ts'
import { aliasOfError, shownProviderError } from '../upstream/provider-error.ts'

interface Offered {
  readonly shown: Pick<Extract<View, { page: 'sign-in' }>, 'providers' | 'otherAccountAt'>
  /** What went wrong at one of them; undefined for another error, or none. */
  readonly error: FormError | undefined
}

/**
 * The servers that the sign-in page offers, and what it says about the last attempt at one of them. Nobody is looked up:
 * the domain of an address alone decides which comes first.
 * @param email as typed or hinted
 */
export async function providersOf(
  ctx: Context,
  formError: string,
  email: string,
): Promise<Offered> {
  const usable = await usableProviders(ctx)
  if (usable.length === 0) return { shown: {}, error: goneOf(formError) }
  const address = normalizeEmail(email)
  const listed = usable.filter(({ shownOnSignIn }) => shownOnSignIn)
  const ordered = await inOrderFor(ctx, listed, address)
  const providers: ProviderView[] = ordered.map(({ displayName: name, alias, preset }) => ({
    name,
    alias,
    preset,
  }))
  const alias = aliasOfError(formError)
  const about = usable.find((one) => one.alias === alias)
  if (!about) return { shown: { providers }, error: goneOf(formError) }
  const values = { email: address, appName: ctx.settings.appName }
  const { otherAccountAt, ...error } = shownProviderError(formError, about, values)
  return { shown: { providers, ...(otherAccountAt ? { otherAccountAt } : {}) }, error }
}

/** The provider was switched off meanwhile: it is not named. */
function goneOf(formError: string): FormError | undefined {
  return formError.startsWith('handler.provider.') ? { key: 'handler.provider.gone' } : undefined
}

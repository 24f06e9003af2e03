import type { FormError, ProviderView, View } from '#lib/answers/view.ts'
import type { Context } from '#lib/context.ts'
import { normalizeEmail } from '#lib/domain/email/email-form.ts'
import {
  inOrderFor,
  providerOfDomain,
  usableProviders,
} from '#lib/domain/identity-providers/usable.ts'
import type { IdentityProviderRecord } from '#lib/persistence/store.ts'
import { aliasOfError, shownProviderError } from '../upstream/provider-error.ts'

type SignInView = Extract<View, { page: 'sign-in' }>

interface Offered {
  readonly shown: Pick<SignInView, 'providers' | 'otherAccountAt' | 'domainProvider'>
  /** What went wrong at one of them; undefined for another error, or none. */
  readonly error: FormError | undefined
}

/**
 * The servers that the sign-in page offers, and what it says about the last attempt at one of them. No account is
 * looked up: the domain of an address alone decides which comes first. Beside a password that is asked for alone, the
 * provider of the domain stands by itself, with or without a button of its own.
 * @param email as typed or hinted
 */
export async function providersOf(
  ctx: Context,
  { formError, email, asks }: Pick<SignInView, 'email' | 'asks'> & { readonly formError: string },
): Promise<Offered> {
  const usable = await usableProviders(ctx)
  if (usable.length === 0) return { shown: {}, error: goneOf(formError) }
  const address = normalizeEmail(email)
  const first = asks === 'password' ? await providerOfDomain(ctx, usable, address) : null
  const listed = usable.filter((one) => one.shownOnSignIn && one !== first)
  const ordered = first ? listed : await inOrderFor(ctx, listed, address)
  const shown = {
    ...(first ? { domainProvider: providerView(first) } : {}),
    providers: ordered.map(providerView),
  }
  const alias = aliasOfError(formError)
  const about = usable.find((one) => one.alias === alias)
  if (!about) return { shown, error: goneOf(formError) }
  const values = { email: address, appName: ctx.settings.appName }
  const { otherAccountAt, ...error } = shownProviderError(formError, about, values)
  return { shown: { ...shown, ...(otherAccountAt ? { otherAccountAt } : {}) }, error }
}

function providerView({ displayName: name, alias, preset }: IdentityProviderRecord): ProviderView {
  return { name, alias, preset }
}

/** The provider was switched off meanwhile: it is not named. */
function goneOf(formError: string): FormError | undefined {
  return formError.startsWith('handler.provider.') ? { key: 'handler.provider.gone' } : undefined
}

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
  /** The failure at one of these providers; undefined for another error, or none. */
  readonly error: FormError | undefined
}

/**
 * The servers that the sign-in page offers, and its message about the last attempt at one of them. No account is looked
 * up: the domain of an address alone decides the order. On a page that asks for the password only, the provider of the
 * domain is always shown, with or without a button of its own.
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

/** The provider was switched off meanwhile, so the page does not name it. */
function goneOf(formError: string): FormError | undefined {
  return formError.startsWith('handler.provider.') ? { key: 'handler.provider.gone' } : undefined
}

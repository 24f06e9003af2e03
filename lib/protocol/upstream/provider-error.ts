import type { FormError } from '#lib/answers/view.ts'
import type { IdentityProviderRecord } from '#lib/persistence/store.ts'
import type { ProviderFault } from './failure.ts'

/** The reason why a sign-in with a provider failed: the last part of a catalog key. */
export type ProviderError =
  | 'unreachable'
  | 'cancelled'
  | 'refused'
  | 'embedded'
  | 'gone'
  | 'email_unproven'
  | 'no_account'
  | 'account_exists'
  | 'confirm'
  | 'code_wrong'
  | 'code_spent'

const prefix = 'handler.provider.'

/** As stored with the interaction. */
export function providerError(
  error: ProviderError,
  { alias }: Pick<IdentityProviderRecord, 'alias'>,
): string {
  return `${prefix}${error} ${alias}`
}

/** The message of the page about a fault. */
export function errorOfFault(
  fault: ProviderFault,
): Extract<ProviderError, 'unreachable' | 'cancelled' | 'refused' | 'embedded'> {
  return fault === 'misconfigured' || fault === 'invalid' ? 'refused' : fault
}

/** The provider of an error, by its alias; null for another error. */
export function aliasOfError(stored: string): string | null {
  return stored.startsWith(prefix) ? (stored.split(' ')[1] ?? null) : null
}

/** Errors after which the person may want another account of the provider. */
const ofWrongAccount = new Set<string>(
  (['no_account', 'account_exists', 'cancelled', 'email_unproven'] as const).map(
    (error) => prefix + error,
  ),
)

export function isOfWrongAccount(stored: string): boolean {
  return ofWrongAccount.has(stored.split(' ')[0] ?? '')
}

/** The error as a page shows it. */
export function shownProviderError(
  stored: string,
  { displayName, alias }: Pick<IdentityProviderRecord, 'displayName' | 'alias'>,
  values: { readonly email: string; readonly appName: string },
): FormError & { readonly otherAccountAt?: string } {
  const [key = ''] = stored.split(' ')
  return {
    key,
    parameters: { name: displayName, ...values },
    ...(isOfWrongAccount(stored) ? { otherAccountAt: alias } : {}),
  }
}

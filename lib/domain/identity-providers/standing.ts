import type { IdentityProviderRecord } from '#lib/persistence/store.ts'
import type { NamedEmail } from './email-trust.ts'

/** The account here with the address that a provider named. */
export interface AccountOfAddress {
  readonly id: number
  readonly enabled: boolean
  readonly emailVerified: boolean
  readonly isAdministrator: boolean
  /** The account is linked to another identity of the same provider. */
  readonly isLinkedHere: boolean
}

/** What is known about a person whose identity at a provider is not linked to a user. */
export interface Arrival {
  readonly provider: Pick<IdentityProviderRecord, 'createUsers' | 'linking'>
  /** The domains of the provider. */
  readonly domains: readonly string[]
  readonly email: NamedEmail
  /** Null: the address is free. Looked up only after the address is proven. */
  readonly account: AccountOfAddress | null
  /** A code can be sent to prove the address. */
  readonly canMail: boolean
  /** True when addresses of this domain may register. */
  readonly isDomainAllowed: boolean
}

export type Standing =
  /** The page reveals nothing about the address until the person has proven to own it. */
  | { readonly act: 'prove-email' }
  | { readonly act: 'create' }
  /** Linked at the end of the sign-in, without a question. */
  | { readonly act: 'link'; readonly userId: number }
  /** The account's owner signs in to it, and it is linked then; or the address gets a new account. */
  | {
      readonly act: 'ask'
      readonly userId: number
      readonly maySignIn: boolean
      readonly mayStartFresh: boolean
    }
  | { readonly act: 'refuse'; readonly reason: 'email_unproven' | 'no_account' | 'account_exists' }

/**
 * Decides which user a person becomes whose identity at a provider is not linked yet. Only a proven address leads to an
 * account. An existing account is linked only after its owner's own proof, or by the company's own domain.
 */
export function standingOf(arrival: Arrival): Standing {
  const { email, account, provider, canMail } = arrival
  if (!email.isProven) {
    return canMail ? { act: 'prove-email' } : { act: 'refuse', reason: 'email_unproven' }
  }
  if (!account)
    return mayCreate(arrival) ? { act: 'create' } : { act: 'refuse', reason: 'no_account' }
  if (isTrusted(arrival, account)) return { act: 'link', userId: account.id }
  const maySignIn = provider.linking !== 'off'
  const mayStartFresh = isAbandoned(account) && canMail && mayCreate(arrival)
  if (!maySignIn && !mayStartFresh) return { act: 'refuse', reason: 'account_exists' }
  return { act: 'ask', userId: account.id, maySignIn, mayStartFresh }
}

/**
 * True for an account whose address nobody has proven. Never for an administrator, or for a disabled account, whose
 * owner would get in again.
 */
function isAbandoned({ enabled, emailVerified, isAdministrator }: AccountOfAddress): boolean {
  return enabled && !emailVerified && !isAdministrator
}

function mayCreate({ provider, domains, email, isDomainAllowed }: Arrival): boolean {
  if (!isDomainAllowed) return false
  return (
    provider.createUsers === 'any' ||
    (provider.createUsers === 'domains' && isAmong(domains, email))
  )
}

/**
 * True for a company's own provider and the company's own addresses. Never for an administrator, an address that the
 * account has not proven here, or a second identity of the same provider.
 */
function isTrusted(
  { provider, domains, email }: Arrival,
  { emailVerified, isAdministrator, isLinkedHere }: AccountOfAddress,
): boolean {
  if (provider.linking !== 'trusted' || !isAmong(domains, email)) return false
  return emailVerified && !isAdministrator && !isLinkedHere
}

function isAmong(domains: readonly string[], { address }: NamedEmail): boolean {
  return domains.includes(address.slice(address.lastIndexOf('@') + 1))
}

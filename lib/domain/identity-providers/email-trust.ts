import { isEmailTooLong } from '#lib/domain/email/email-address.ts'
import { hasEmailForm, normalizeEmail } from '#lib/domain/email/email-form.ts'
import type { IdentityProviderRecord } from '#lib/persistence/store.ts'

/** A provider's claims about a user, as sent. */
export type Claims = Readonly<Record<string, unknown>>

/** An email address that a provider named: normalized, and whether the provider has proven its owner. */
export interface NamedEmail {
  /** '' when the provider named no valid address. */
  readonly address: string
  readonly isProven: boolean
}

/**
 * Reads the email address of claims. An invalid address counts as absent, and a missing statement counts as not proven.
 */
export function namedEmail(
  { preset, emailTrust }: Pick<IdentityProviderRecord, 'preset' | 'emailTrust'>,
  claims: Claims,
): NamedEmail {
  const address = addressIn(claims)
  if (!hasEmailForm(address) || isEmailTooLong(address)) return { address: '', isProven: false }
  if (emailTrust === 'always') return { address, isProven: true }
  return { address, isProven: emailTrust === 'preset' && isTrusted(preset, address, claims) }
}

const emailClaims = ['email', 'email_verified', 'xms_edov']

/**
 * Joins the claims of an ID token and of UserInfo; those of the token win. What one of them says of its address proves
 * no other address that the other one names.
 */
export function joinedClaims(idToken: Claims, userInfo: Claims): Claims {
  if (addressIn(idToken) === addressIn(userInfo)) return { ...userInfo, ...idToken }
  return addressIn(idToken) === ''
    ? { ...userInfo, ...withoutEmail(idToken) }
    : { ...withoutEmail(userInfo), ...idToken }
}

function addressIn({ email }: Claims): string {
  return typeof email === 'string' ? normalizeEmail(email) : ''
}

function withoutEmail(claims: Claims): Claims {
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !emailClaims.includes(name)))
}

/**
 * True when the provider's word proves an address. Google proves addresses of its own domain and of the account's
 * company; the owner of another address may have changed. Microsoft's bare address proves nothing: an administrator of
 * any tenant can enter it.
 */
function isTrusted(preset: string, address: string, claims: Claims): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1)
  switch (preset) {
    case 'google':
      return isTrue(claims.email_verified) && (domain === 'gmail.com' || claims.hd === domain)
    case 'microsoft':
      return isTrue(claims.xms_edov) || claims.xms_edov === 1 || claims.xms_edov === '1'
    default:
      return isTrue(claims.email_verified)
  }
}

/** Some providers send a word in place of the boolean. */
function isTrue(value: unknown): boolean {
  return value === true || (typeof value === 'string' && value.toLowerCase() === 'true')
}

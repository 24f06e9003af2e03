import { isEmailTooLong } from '#lib/domain/email/email-address.ts'
import { hasEmailForm, normalizeEmail } from '#lib/domain/email/email-form.ts'
import type { IdentityProviderRecord } from '#lib/persistence/store.ts'

/** Claims about a user, as a provider sent them. */
export type Claims = Readonly<Record<string, unknown>>

/** An email address that a provider named: normalized, and whether it has proved that it is the person's. */
export interface NamedEmail {
  /** '' when it named none that can be an address here. */
  readonly address: string
  readonly isProven: boolean
}

/**
 * Reads the email address of claims. What is no address counts as absent, and what is not said counts as not proven.
 */
export function namedEmail(
  { preset, emailTrust }: Pick<IdentityProviderRecord, 'preset' | 'emailTrust'>,
  claims: Claims,
): NamedEmail {
  const address = typeof claims.email === 'string' ? normalizeEmail(claims.email) : ''
  if (!hasEmailForm(address) || isEmailTooLong(address)) return { address: '', isProven: false }
  if (emailTrust === 'always') return { address, isProven: true }
  return { address, isProven: emailTrust === 'preset' && isTrusted(preset, address, claims) }
}

/**
 * Google proves addresses of its own domain and of the company that the account belongs to; elsewhere the person could
 * have lost the address since. The bare address of Microsoft can be anybody's: an administrator of any tenant types it.
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

/** Some providers send the word in place of the value. */
function isTrue(value: unknown): boolean {
  return value === true || (typeof value === 'string' && value.toLowerCase() === 'true')
}

import { splitWords } from '#lib/base/text/text.ts'
import type { Claims, NamedEmail } from '#lib/domain/identity-providers/email-trust.ts'
import { isUuid } from '#lib/domain/identity-providers/presets.ts'
import type { IdentityProviderRecord } from '#lib/persistence/store.ts'
import { ProviderFailure } from './failure.ts'

/** The identity that came back from a provider. Only issuer and subject identify a person. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
  /** The provider checked two factors, and is trusted to do so. */
  readonly isStrong: boolean
  /** When the person signed in there; null if unknown. */
  readonly authTime: Date | null
  /** The email address that the provider named unasked, for display; '' if none. */
  readonly email: string
  /**
   * The claims. They are fetched if the answer so far lacks one of these.
   * @param wanted paths of claims
   */
  readonly claims: (wanted: readonly string[]) => Promise<Claims>
  /** The address and the claims; fetched only if no user is linked yet. */
  readonly profile: (wanted: readonly string[]) => Promise<ProviderProfile>
}

export interface ProviderProfile {
  readonly email: NamedEmail
  readonly claims: Claims
}

/** The longest subject (OpenID Connect Core 1.0 section 2). */
const maxSubject = 255

/**
 * The subject of claims. Microsoft's `sub` is another one for every client, so there it is tenant and object.
 * @throws ProviderFailure `invalid`
 */
export function subjectOf(
  { preset }: Pick<IdentityProviderRecord, 'preset'>,
  claims: Claims,
): string {
  if (preset === 'microsoft') {
    const parts = [claims.tid, claims.oid].map((part) =>
      typeof part === 'string' ? part.toLowerCase() : part,
    )
    if (!parts.every(isUuid)) throw new ProviderFailure('invalid', 'tenant_or_object')
    return parts.join(':')
  }
  const { sub } = claims
  if (
    typeof sub !== 'string' ||
    sub === '' ||
    sub.length > maxSubject ||
    /[^\x20-\x7e]/.test(sub)
  ) {
    throw new ProviderFailure('invalid', 'subject')
  }
  return sub
}

/** True when a sign-in at the provider counts as both factors. */
export function isStrongSignIn(
  { secondFactor, secondFactorValues }: IdentityProviderRecord,
  { amr, acr }: Claims,
): boolean {
  if (secondFactor !== 'claimed') return secondFactor === 'always'
  const claimed = Array.isArray(amr) ? [...(amr as unknown[]), acr] : [acr]
  return splitWords(secondFactorValues).some((word) => claimed.includes(word))
}

/** Tolerance for differing clocks, in seconds. */
export const clockTolerance = 60

/** When the person signed in at the provider. A value that is no time in seconds counts as absent. */
export function authTimeOf(now: Date, { auth_time: seconds }: Claims): Date | null {
  const latest = now.getTime() / 1_000 + clockTolerance
  if (typeof seconds !== 'number' || !(seconds > 0) || seconds > latest) return null
  return new Date(Math.min(seconds * 1_000, now.getTime()))
}

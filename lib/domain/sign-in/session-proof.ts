import { splitWords } from '#lib/base/text/text.ts'
import type { SessionRecord, UserRecord } from '#lib/persistence/store.ts'
import { type AcrLevel, isAtLeast } from './acr.ts'

/** The proof of a sign-in. Level and methods belong together, because they describe the same proof. */
export interface Proven {
  readonly acrLevel: AcrLevel
  /** Words of `amr`, separated by one space. */
  readonly authMethods: string
}

/** A session's proof, and whether it was made under the current two-factor settings. */
export interface HeldProof extends Proven {
  readonly otpConfigurationCurrent: boolean
}

/** The second factors that a user has now. */
export interface OwnFactors {
  readonly otpEnabled: boolean
  /** A passkey is asked for after the password. */
  readonly passkeySecondFactor: boolean
  /** A passkey was made once; it may be gone. */
  readonly hadPasskey: boolean
}

export type FactorColumns = Pick<
  UserRecord,
  'otpEnabled' | 'passkeySecondFactor' | 'passkeyUserHandle'
>

export function ownFactors(user: FactorColumns): OwnFactors {
  const { otpEnabled, passkeySecondFactor, passkeyUserHandle } = user
  return { otpEnabled, passkeySecondFactor, hadPasskey: passkeyUserHandle !== null }
}

/**
 * True for a proof by passkey, or by a provider that is trusted with both factors: a change of other factors does not
 * void it.
 */
export function provesBoth({ authMethods }: Pick<Proven, 'authMethods'>): boolean {
  return splitWords(authMethods).includes('pop') || authMethods === 'fed mfa'
}

/** True for a proof that began at another server. */
export function beginsFederated({ authMethods }: Pick<Proven, 'authMethods'>): boolean {
  return splitWords(authMethods).includes('fed')
}

/**
 * True when a session's proof includes a second factor that its owner no longer has: a code of an authenticator that is
 * gone, or a recovery code (`mfa` alone, or `mfa fed`) for factors that are gone.
 */
export function namesLostFactor(
  held: Omit<HeldProof, 'acrLevel'>,
  { otpEnabled, passkeySecondFactor, hadPasskey }: OwnFactors,
): boolean {
  const words = splitWords(held.authMethods)
  if (provesBoth(held)) return false
  if (words.includes('otp')) return !(otpEnabled && held.otpConfigurationCurrent)
  if (!words.includes('mfa')) return false
  const isThere = otpEnabled || passkeySecondFactor || hadPasskey
  return !(isThere && held.otpConfigurationCurrent)
}

/** True when a session has proven its owner's current second factor. */
export function provesPresentFactor(
  session: Pick<SessionRecord, 'authMethods' | 'otpConfigGeneration'>,
  owner: FactorColumns & Pick<UserRecord, 'otpConfigGeneration'>,
): boolean {
  if (provesBoth(session)) return true
  const otpConfigurationCurrent = session.otpConfigGeneration === owner.otpConfigGeneration
  const words = splitWords(session.authMethods)
  if (!words.includes('otp') && !words.includes('mfa')) return false
  const { authMethods } = session
  return !namesLostFactor({ authMethods, otpConfigurationCurrent }, ownFactors(owner))
}

/**
 * The proof that a session can still claim. It is the full proof while its second factor exists. Otherwise it is the
 * first factor, with at most the level that a password alone earns this owner.
 * @param own the owner's second factors now
 */
export function stillProven(held: HeldProof, own: OwnFactors): Proven {
  const { acrLevel, authMethods } = held
  if (!namesLostFactor(held, own)) return { acrLevel, authMethods }
  // An owner with another second factor would be asked for it at level 2.
  const isAsked = own.otpEnabled || own.passkeySecondFactor
  const byPassword = isAsked ? 'urn:authserver:level1' : 'urn:authserver:level2_optional'
  return {
    acrLevel: isAtLeast(acrLevel, byPassword) ? byPassword : acrLevel,
    authMethods: beginsFederated(held) ? 'fed' : 'pwd',
  }
}

import type { SessionRecord, UserRecord } from '#lib/persistence/store.ts'
import { type AcrLevel, isAtLeast } from './acr.ts'

/** The proof of a sign-in. Level and methods belong together, because they describe the same proof. */
export interface Proven {
  readonly acrLevel: AcrLevel
  /** `pwd` or `pwd otp`. */
  readonly authMethods: string
}

/** A session's proof, and whether it was made under the current two-factor settings. */
export interface HeldProof extends Proven {
  readonly otpConfigurationCurrent: boolean
}

/** True when a session's proof includes a one-time code of an authenticator that its owner no longer has. */
export function namesLostFactor(held: Omit<HeldProof, 'acrLevel'>, otpEnabled: boolean): boolean {
  const isThere = otpEnabled && held.otpConfigurationCurrent
  return !isThere && held.authMethods.split(' ').includes('otp')
}

/** True when a session has proven its owner's current second factor. */
export function provesPresentFactor(
  session: Pick<SessionRecord, 'authMethods' | 'otpConfigGeneration'>,
  owner: Pick<UserRecord, 'otpEnabled' | 'otpConfigGeneration'>,
): boolean {
  const isPresent = session.otpConfigGeneration === owner.otpConfigGeneration
  return owner.otpEnabled && isPresent && session.authMethods.split(' ').includes('otp')
}

/**
 * The proof that a session can still claim. It is the full proof while its authenticator exists. Otherwise it is the
 * password, with at most the level that a password alone earns this owner.
 * @param otpEnabled the owner has a second factor now
 */
export function stillProven(held: HeldProof, otpEnabled: boolean): Proven {
  const { acrLevel, authMethods } = held
  if (!namesLostFactor(held, otpEnabled)) return { acrLevel, authMethods }
  // An owner with a new authenticator would be asked for its code at level 2.
  const byPassword = otpEnabled ? 'urn:authserver:level1' : 'urn:authserver:level2_optional'
  return { acrLevel: isAtLeast(acrLevel, byPassword) ? byPassword : acrLevel, authMethods: 'pwd' }
}

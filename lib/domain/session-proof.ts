import type { SessionRecord, UserRecord } from '#lib/persistence/store.ts'
import { type AcrLevel, isAtLeast } from './acr.ts'

/** What was proven in a sign-in. Level and methods belong together: they describe the same proof. */
export interface Proven {
  readonly acrLevel: AcrLevel
  /** `pwd` or `pwd otp`. */
  readonly authMethods: string
}

/** What a session proved, and whether it was under the two-factor settings of now. */
export interface HeldProof extends Proven {
  readonly otpConfigurationCurrent: boolean
}

/** True when a session names a one-time code of an authenticator that its owner has no more. */
export function namesLostFactor(held: Omit<HeldProof, 'acrLevel'>, otpEnabled: boolean): boolean {
  const isThere = otpEnabled && held.otpConfigurationCurrent
  return !isThere && held.authMethods.split(' ').includes('otp')
}

/** True when a session has proven the second factor that its owner has now. */
export function provesPresentFactor(
  session: Pick<SessionRecord, 'authMethods' | 'otpConfigGeneration'>,
  owner: Pick<UserRecord, 'otpEnabled' | 'otpConfigGeneration'>,
): boolean {
  const isPresent = session.otpConfigGeneration === owner.otpConfigGeneration
  return owner.otpEnabled && isPresent && session.authMethods.split(' ').includes('otp')
}

/**
 * What a session may still be presented as: all it proved; when its
 * authenticator is gone, the password and at most the level that this alone earns its owner.
 * @param otpEnabled its owner has a second factor now
 */
export function stillProven(held: HeldProof, otpEnabled: boolean): Proven {
  const { acrLevel, authMethods } = held
  if (!namesLostFactor(held, otpEnabled)) return { acrLevel, authMethods }
  // Who has another authenticator meanwhile would be asked for its code at level 2.
  const byPassword = otpEnabled ? 'urn:authserver:level1' : 'urn:authserver:level2_optional'
  return { acrLevel: isAtLeast(acrLevel, byPassword) ? byPassword : acrLevel, authMethods: 'pwd' }
}

import { earlier } from '#lib/base/time/clock.ts'
import type { AnyContext } from '#lib/context.ts'
import type {
  IdentityProviderRecord,
  InteractionChange,
  UserRecord,
} from '#lib/persistence/store.ts'
import { noOtherProof, type StoredInteraction } from '../authorize/interaction.ts'
import { clockTolerance } from './identity.ts'
import { providerError } from './provider-error.ts'

/** What a provider proved: who it was, how well, and when. */
export interface ProviderProof {
  readonly isStrong: boolean
  /** Null when the provider did not say. */
  readonly authTime: Date | null
}

/** The columns of a mailed code, as at the beginning. */
export const noEmailCode = {
  emailCodeEncrypted: null,
  emailCodeIssuedAt: null,
  emailCodeFailures: 0,
} as const

/** The columns of everything that a person has proven, as at the beginning. */
const nothingProven = {
  passwordVerifiedAt: null,
  otpVerifiedAt: null,
  otpEnrollmentSecretEncrypted: null,
  consentedScope: null,
  ...noOtherProof,
  ...noEmailCode,
} as const

/**
 * The change of an interaction by a provider's proof. Where the request demands a fresh sign-in and the provider does
 * not say that it was one, the proof tells only who it is: the person proves the account here, too.
 */
export function proofChange(
  ctx: AnyContext,
  interaction: StoredInteraction,
  provider: IdentityProviderRecord,
  user: UserRecord,
  proof: ProviderProof,
): InteractionChange {
  const ofUser = {
    userId: user.id,
    authStateGeneration: user.authStateGeneration,
    otpConfigGeneration: user.otpConfigGeneration,
    ...nothingProven,
    pendingIdentityEncrypted: null,
  }
  if (!isFreshEnough(ctx, interaction, proof)) {
    return { ...ofUser, formError: providerError('confirm', provider), formEmail: user.email }
  }
  return {
    ...ofUser,
    firstFactor: proof.isStrong ? 'provider-strong' : 'provider',
    firstFactorAt: proof.authTime ? earlier(proof.authTime, ctx.now) : ctx.now,
    providerId: provider.id,
    formError: '',
    formEmail: '',
  }
}

/** The change of an interaction that keeps an identity until it is known whose account it is. */
export function pendingChange(sealed: Pick<InteractionChange, 'pendingIdentityEncrypted'>) {
  return {
    ...nothingProven,
    ...sealed,
    userId: null,
    authStateGeneration: null,
    otpConfigGeneration: null,
    formError: '',
    formEmail: '',
  }
}

/** False when the request demands a fresh sign-in and the provider's proof is none. */
export function isFreshEnough(
  { now }: AnyContext,
  { request, row }: StoredInteraction,
  { authTime }: ProviderProof,
): boolean {
  const { maxAgeSeconds, prompt } = request
  const demandsLogin = prompt.includes('login')
  if (!demandsLogin && maxAgeSeconds === null) return true
  if (!authTime) return false
  const began = row.createdAt.getTime() - clockTolerance * 1_000
  if (authTime.getTime() >= began) return true
  return !demandsLogin && now.getTime() - authTime.getTime() <= (maxAgeSeconds ?? 0) * 1_000
}

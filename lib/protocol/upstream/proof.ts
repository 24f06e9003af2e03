import { earlier } from '#lib/base/time/clock.ts'
import type { AnyContext } from '#lib/context.ts'
import { isConsoleClient } from '#lib/domain/permissions/built-in.ts'
import type {
  IdentityProviderRecord,
  InteractionChange,
  UserRecord,
} from '#lib/persistence/store.ts'
import { noOtherProof, type StoredInteraction } from '../authorize/interaction.ts'
import { clockTolerance } from './identity.ts'
import { providerError } from './provider-error.ts'

/** A provider's proof: identity, level and time. */
export interface ProviderProof {
  readonly isStrong: boolean
  /** Null if the provider did not state it. */
  readonly authTime: Date | null
}

/** The initial values of the columns of a mailed code. */
export const noEmailCode = {
  emailCodeEncrypted: null,
  emailCodeIssuedAt: null,
  emailCodeFailures: 0,
} as const

/** The initial values of all columns of proofs. */
const nothingProven = {
  passwordVerifiedAt: null,
  otpVerifiedAt: null,
  otpEnrollmentSecretEncrypted: null,
  consentedScope: null,
  ...noOtherProof,
  ...noEmailCode,
} as const

/**
 * The change of an interaction by a provider's proof. If the request demands a fresh sign-in and the provider does not
 * confirm one, the proof only identifies the user, who then proves the account here, too.
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

/** The change of an interaction that stores an identity until its account is known. */
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

/**
 * False when the request demands a fresh sign-in and the provider's proof is not fresh. The account pages demand one of
 * users who can prove nothing else. As at any sign-in to these pages, a provider that does not state its time is enough.
 */
export function isFreshEnough(
  { now }: AnyContext,
  { request, row }: StoredInteraction,
  { authTime }: ProviderProof,
): boolean {
  const { client, maxAgeSeconds, prompt } = request
  const demandsLogin = prompt.includes('login')
  if (!demandsLogin && maxAgeSeconds === null) return true
  if (!authTime) return isConsoleClient(client) && !demandsLogin
  const began = row.createdAt.getTime() - clockTolerance * 1_000
  if (authTime.getTime() >= began) return true
  return !demandsLogin && now.getTime() - authTime.getTime() <= (maxAgeSeconds ?? 0) * 1_000
}

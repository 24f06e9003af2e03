import type { Outcome } from '#lib/answers/outcome.ts'
import type { Context } from '#lib/context.ts'
import { otherAccountAddress } from './continue-interaction.ts'
import { changeInteraction, noOtherProof, type StoredInteraction } from './interaction.ts'

/**
 * Returns a sign-in to its first page, for a user who wants another account at a later one. All proofs and approvals
 * are cleared, and no session replaces the sign-in. The browser keeps its session until a user has signed in.
 * @throws InteractionRefused `state_mismatch` when another submit changed the sign-in since it was read
 */
export async function restart(ctx: Context, interaction: StoredInteraction): Promise<Outcome> {
  const forgotten = {
    wantsOtherAccount: true,
    userId: null,
    passwordVerifiedAt: null,
    otpVerifiedAt: null,
    ...noOtherProof,
    pendingIdentityEncrypted: null,
    accountChosenAt: ctx.now,
    authStateGeneration: null,
    otpConfigGeneration: null,
    otpEnrollmentSecretEncrypted: null,
    consentedScope: null,
    formError: '',
    formEmail: '',
  }
  await changeInteraction(ctx, interaction, forgotten)
  return { kind: 'redirect', status: 303, location: otherAccountAddress(ctx, interaction) }
}

import type { Outcome } from '#lib/answers/outcome.ts'
import type { Context } from '#lib/context.ts'
import { otherAccountAddress } from './continue-interaction.ts'
import { changeInteraction, noOtherProof, type StoredInteraction } from './interaction.ts'

/**
 * Returns a sign-in to its password, for a user who wants another account at the code or consent page. All proofs
 * and approvals are cleared, and no session replaces the password: the request now counts as one with
 * `prompt=login`. The browser keeps its session until a user has signed in.
 * @throws InteractionRefused `state_mismatch` when another submit changed the sign-in since it was read
 */
export async function restart(ctx: Context, interaction: StoredInteraction): Promise<Outcome> {
  const forgotten = {
    prompt: [...new Set([...interaction.request.prompt, 'login'])].join(' '),
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

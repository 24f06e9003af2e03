import type { Context } from '#lib/context.ts'
import type { Outcome } from '#lib/kernel/outcome.ts'
import { pageAddress } from './continue-interaction.ts'
import { changeInteraction, type StoredInteraction } from './interaction.ts'

/**
 * Takes a sign-in back to its password, for somebody who wants to use another account than the one that a code or an
 * approval is asked of. Nothing that was proven or said stays, and no session takes the password's place any more:
 * from here on the request counts as one with `prompt=login`. The browser keeps its session until somebody has
 * signed in.
 * @throws InteractionRefused `state_mismatch` when another submit moved the sign-in since it was read
 */
export async function restart(ctx: Context, interaction: StoredInteraction): Promise<Outcome> {
  const forgotten = {
    prompt: [...new Set([...interaction.request.prompt, 'login'])].join(' '),
    userId: null,
    passwordVerifiedAt: null,
    otpVerifiedAt: null,
    authStateGeneration: null,
    otpConfigGeneration: null,
    otpEnrollmentSecretEncrypted: null,
    consentedScope: null,
    formError: '',
    formEmail: '',
  }
  await changeInteraction(ctx, interaction, forgotten)
  return { kind: 'redirect', status: 303, location: pageAddress(ctx, interaction, 'sign-in') }
}

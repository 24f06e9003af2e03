import { sha256Base64url } from '#lib/base/crypto/hash.ts'
import type { Context } from '#lib/context.ts'
import { clientDataOf } from './credential.ts'

/** As long as a challenge lives. */
const oneUse = { name: 'passkey_challenge', points: 1, windowSeconds: 360 }

/**
 * Spends the challenge of an answer to options of the Account API, across all processes. A sign-in needs none: its
 * challenge ends with the interaction's next change.
 * @param credential verified
 * @returns false when the challenge was answered before
 */
export async function spendChallenge(ctx: Context, credential: unknown): Promise<boolean> {
  const { response } = credential as { response: { clientDataJSON: string } }
  const { challenge } = clientDataOf(response.clientDataJSON)
  return (await ctx.limits.spend(oneUse, sha256Base64url(challenge))) === null
}

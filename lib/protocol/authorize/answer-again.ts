import type { Outcome } from '#lib/answers/outcome.ts'
import { sha256Base64url, sha256Hex } from '#lib/base/crypto/hash.ts'
import { deriveToken } from '#lib/base/crypto/hkdf.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import type { Context } from '#lib/context.ts'
import { isInUse } from '#lib/domain/clients/client-documents.ts'
import { codeLifetimeSeconds } from '#lib/domain/settings/lifetimes.ts'
import type { InteractionRecord } from '#lib/persistence/store.ts'
import { isDeliverable } from '../redirect-uri.ts'
import type { StoredInteraction } from './interaction.ts'
import { targetOf } from './refuse.ts'
import { deliver } from './respond.ts'

/** The parameter with which a page requests the answer again, if the browser did not follow it. */
export const againParameter = 'again'

/** An answer is repeated once; the budget lasts as long as an interaction, an hour. */
const oneRepetition = { name: 'answer_again', points: 1, windowSeconds: 3_600 }

/**
 * The authorization code of an interaction. It is derived, so that the same answer can be sent again although only the
 * code's hash is stored. Its form is that of every code: 32 hexadecimal digits, then 96 characters.
 */
export function codeOf(ctx: Context, { interactionIdentifier }: InteractionRecord): string {
  const part = (name: string) =>
    deriveToken(ctx.config.encryptionKey, `authorization code ${name}`, [interactionIdentifier])
  return sha256Hex(part('head')).slice(0, 32) + ['a', 'b', 'c'].map(part).join('').slice(0, 96)
}

/**
 * Sends the answer of a completed interaction again, for a browser that did not follow the first one. Only once, and
 * only while its code can still be redeemed and the client may receive it.
 */
export async function answerAgain(
  ctx: Context,
  interaction: StoredInteraction,
): Promise<Outcome | null> {
  const { client, redirectUri, responseType } = interaction.request
  if (responseType !== 'code' || !isInUse(ctx, client)) return null
  if (!isDeliverable(client, redirectUri, responseType)) return null
  const code = codeOf(ctx, interaction.row)
  const stored = await ctx.store.codes.findByHash(sha256Hex(code))
  if (!stored || stored.used || stored.revoked) return null
  if (addSeconds(stored.createdAt, codeLifetimeSeconds) < ctx.now) return null
  const { interactionIdentifier } = interaction.row
  if ((await ctx.limits.spend(oneRepetition, sha256Base64url(interactionIdentifier))) !== null) {
    return null
  }
  return deliver(ctx, targetOf(interaction), [['code', code]])
}

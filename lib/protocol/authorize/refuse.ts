import type { Outcome } from '#lib/answers/outcome.ts'
import { type Context, noteSubject } from '#lib/context.ts'
import { auditRefusal } from '#lib/domain/audit/audit.ts'
import { recordRefusal } from '#lib/domain/audit/refusal-recorder.ts'
import { isSignInTest } from '#lib/domain/clients/sign-in-test.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { denyDevice, deviceDonePage } from '../device/approval.ts'
import { destinationOf, isAnswerable } from '../redirect-uri.ts'
import { declinedDescription, type RefuseDecision, refuse } from './decide.ts'
import { changeInteraction, type Interaction } from './interaction.ts'
import { answerRefusal, redirectInterstitial } from './interstitial.ts'
import type { ResponseTarget } from './respond.ts'
import { refusedTestPage } from './tested-page.ts'

/** The answer of a user who declines. */
export const declined = refuse('access_denied', 'declined', declinedDescription)

export function targetOf({ request }: Interaction): ResponseTarget {
  const { redirectUri, responseMode, responseType, state, uiLocales } = request
  return { redirectUri, responseMode, responseType, state, uiLocales }
}

/**
 * Ends an interaction with an error for the client.
 * @throws InteractionRefused `state_mismatch` when another submit ended it first
 */
export async function refuseAuthorization(
  ctx: Context,
  interaction: Interaction,
  user: UserRecord | null,
  { error, rule, description, event }: RefuseDecision,
): Promise<Outcome> {
  const { client, device, prompt, uiLocales, scopes } = interaction.request
  const userId = user?.id ?? interaction.row?.userId ?? 0
  const denied = device ? await denyDevice(ctx, interaction, userId) : null
  if (!device) await endInteraction(ctx, interaction)
  const { clientIdentifier } = client
  noteSubject(ctx, { clientId: client.id, clientIdentifier, ...(userId > 0 && { userId }) })
  const place = denied
    ? { endpoint: '/device', status: 200 }
    : { endpoint: '/auth/authorize', status: 302 }
  recordRefusal(ctx, { ...place, rule, error })
  if (event === 'user_disabled') await auditRefusal(ctx, event, { userId })
  else if (event) {
    await auditRefusal(ctx, event, { userId, clientId: client.id, scope: scopes.join(' ') })
  }
  if (denied) return denied
  if (!isAnswerable(interaction.request)) return withheld(ctx, interaction)
  if (isSignInTest(ctx, client, interaction.request.state)) {
    return refusedTestPage(ctx, client, uiLocales, { error, description })
  }
  const silent = prompt.includes('none')
  const refused = { client, target: targetOf(interaction), silent, uiLocales }
  return answerRefusal(ctx, refused, error, description)
}

/**
 * Ends an interaction without an answer to the client: the client is disabled, or its redirect URI is no longer
 * registered. The page offers no link.
 */
export async function withholdAuthorization(
  ctx: Context,
  interaction: Interaction,
): Promise<Outcome> {
  await endInteraction(ctx, interaction)
  return withheld(ctx, interaction)
}

/**
 * Marks an interaction as completed: its pages and forms answer "already finished" from now on.
 * @throws InteractionRefused `state_mismatch` when another submit was first
 */
export async function endInteraction(ctx: Context, { row, request }: Interaction): Promise<void> {
  if (row) await changeInteraction(ctx, { request, row }, { completedAt: ctx.now })
}

function withheld(ctx: Context, interaction: Interaction): Promise<Outcome> {
  const { client, redirectUri, uiLocales, device } = interaction.request
  if (device) return deviceDonePage(ctx, interaction, false)
  return redirectInterstitial(
    ctx,
    client,
    'changed',
    destinationOf(redirectUri),
    undefined,
    uiLocales,
  )
}

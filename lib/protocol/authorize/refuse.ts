import type { Context } from '#lib/context.ts'
import { auditRefusal } from '#lib/domain/audit.ts'
import type { Outcome } from '#lib/kernel/outcome.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { type Ceremony, changeCeremony } from './ceremony.ts'
import type { RefuseDecision } from './decide.ts'
import { destinationOf, isDeliverable } from './redirect-uri.ts'
import type { ResponseTarget } from './respond.ts'
import { answerRefusal, redirectWithheld } from './withheld.ts'

/** Where the answer to a ceremony's request goes. */
export function targetOf({ request }: Ceremony): ResponseTarget {
  const { redirectUri, responseMode, responseType, state, uiLocales } = request
  return { redirectUri, responseMode, responseType, state, uiLocales }
}

/**
 * Ends a ceremony by telling the client that nothing is issued.
 * @throws CeremonyRefused `state_mismatch` when another submit ended it first
 */
export async function refuseAuthorization(
  ctx: Context,
  ceremony: Ceremony,
  user: UserRecord | null,
  { error, description, event }: RefuseDecision,
): Promise<Outcome> {
  const { client, redirectUri, responseType, prompt, uiLocales, scopes } = ceremony.request
  await endCeremony(ctx, ceremony)
  const userId = user?.id ?? ceremony.row?.userId ?? 0
  if (event === 'user_disabled') await auditRefusal(ctx, event, { userId })
  else if (event) {
    await auditRefusal(ctx, event, { userId, clientId: client.id, scope: scopes.join(' ') })
  }
  if (!isDeliverable(client, redirectUri, responseType)) return withheld(ctx, ceremony)
  const silent = prompt.includes('none')
  const refused = { client, target: targetOf(ceremony), silent, uiLocales }
  return answerRefusal(ctx, refused, error, description)
}

/**
 * Ends a ceremony without telling the client: it is disabled, or its redirect URI is not registered
 * any more. The page offers no link.
 */
export async function withholdAuthorization(ctx: Context, ceremony: Ceremony): Promise<Outcome> {
  await endCeremony(ctx, ceremony)
  return withheld(ctx, ceremony)
}

/**
 * Marks a ceremony as completed: its pages and forms answer "already finished" from now on.
 * @throws CeremonyRefused `state_mismatch` when another submit was first
 */
export async function endCeremony(ctx: Context, { row, request }: Ceremony): Promise<void> {
  if (row) await changeCeremony(ctx, { request, row }, { completedAt: ctx.now })
}

function withheld(ctx: Context, { request }: Ceremony): Promise<Outcome> {
  const { client, redirectUri, uiLocales } = request
  return redirectWithheld(ctx, client, destinationOf(redirectUri), undefined, uiLocales)
}

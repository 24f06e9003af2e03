import type { Outcome } from '#lib/answers/outcome.ts'
import type { SignInCookies } from '#lib/base/network/incoming.ts'
import type { Context } from '#lib/context.ts'
import { continueInteraction, type Way } from './continue-interaction.ts'
import { refuse } from './decide.ts'
import { decideSilently } from './decide-silently.ts'
import { issueGrant } from './issue.ts'
import { loadInteraction } from './load-interaction.ts'
import { refuseAuthorization } from './refuse.ts'
import type { AuthorizationRequest } from './request.ts'

/**
 * Starts the sign-in of an accepted request. With `prompt=none` the request is answered at once, with a code,
 * tokens or an error. Otherwise a sufficient session is used, and the interaction is stored only when it needs a
 * page.
 */
export async function startInteraction(
  ctx: Context,
  cookies: SignInCookies,
  request: AuthorizationRequest,
  way: Way = { status: 302 },
): Promise<Outcome> {
  const interaction = { request, row: null }
  if (!request.prompt.includes('none')) return continueInteraction(ctx, interaction, cookies, way)
  const loaded = await loadInteraction(ctx, interaction, cookies)
  const decision = decideSilently(loaded.state)
  if (decision.step === 'refuse') {
    return refuseAuthorization(ctx, interaction, loaded.user, decision)
  }
  const outcome = await issueGrant(ctx, interaction, loaded, decision, cookies)
  if (outcome) return outcome
  const gone = refuse('login_required', 'silent_not_signed_in', 'The user is not signed in.')
  return refuseAuthorization(ctx, interaction, loaded.user, gone)
}

import type { Outcome } from '#lib/answers/outcome.ts'
import type { Incoming } from '#lib/base/network/incoming.ts'
import type { Context } from '#lib/context.ts'
import { findHandle, generationsOf, personOf } from '#lib/domain/identity-providers/handles.ts'
import { usableProvider } from '#lib/domain/identity-providers/usable.ts'
import { limitRequest } from '#lib/domain/limits/rate-limits.ts'
import { signInFeatures } from '#lib/domain/sign-in/sign-in-features.ts'
import type { IdentityProviderRecord, ProviderRequestRecord } from '#lib/persistence/store.ts'
import { browserCookie } from '../authorize/browser-binding.ts'
import { errorPage, tooManyRequestsPage } from '../error-page.ts'
import { featureOff } from '../feature-off.ts'
import { ProviderFailure } from './failure.ts'
import { linkedAccountsAddress } from './link.ts'
import { noteFailure } from './note-failure.ts'
import { beginTrip } from './round-trip.ts'
import { failedTrial } from './trial.ts'

/**
 * `GET /auth/provider?handle=…`: leads a signed-in user to a provider, to connect an account there or to try a sign-in.
 * `other` in the query: the user wants another account than the one that the provider would take.
 */
export async function startByHandle(ctx: Context, incoming: Incoming): Promise<Outcome> {
  const request = await findHandle(ctx, incoming.query?.value('handle') ?? '')
  // Administrators try a provider before users see it.
  if (!signInFeatures(ctx).identityProviders && request?.purpose !== 'test') return featureOff
  if (incoming.isPrefetch) return { kind: 'empty', status: 204 }
  const retryAfterSeconds = await limitRequest(ctx, 'provider_start_ip', ctx.ip)
  if (retryAfterSeconds !== null) return tooManyRequestsPage(retryAfterSeconds)
  const person = request && (await personOf(ctx, incoming.cookies.session, request))
  if (!person || !(await ctx.store.providerRequests.spend(request.id, ctx.now))) {
    return errorPage(400, 'provider_response_unknown')
  }
  const provider = await providerFor(ctx, request)
  if (!provider) return errorPage(400, 'provider_response_unknown')
  const { value: cookie, changed: cookies } = browserCookie(incoming.cookies)
  const trip = {
    purpose: request.purpose === 'test' ? 'test' : 'link',
    userId: person.id,
    sessionIdentifier: request.sessionIdentifier,
    ...generationsOf(person),
  } as const
  const isOther = incoming.query?.present('other') === true
  try {
    const location = await beginTrip(ctx, provider, cookie, trip, { isOther })
    return { kind: 'redirect', status: 303, location, cookies }
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    if (trip.purpose === 'test') return failedTrial(provider, error)
    await noteFailure(ctx, provider, error)
    const location = linkedAccountsAddress(ctx, provider, 'unreachable')
    return { kind: 'redirect', status: 303, location }
  }
}

function providerFor(
  ctx: Context,
  { purpose, providerId: id }: ProviderRequestRecord,
): Promise<IdentityProviderRecord | null> {
  return purpose === 'test' ? ctx.store.identityProviders.findById(id) : usableProvider(ctx, { id })
}

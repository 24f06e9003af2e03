import { setTimeout as pause } from 'node:timers/promises'
import type { Outcome } from '#lib/answers/outcome.ts'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { withSecret } from '#lib/base/network/browser-cookie.ts'
import type { Incoming } from '#lib/base/network/incoming.ts'
import type { Context } from '#lib/context.ts'
import { usableProvider } from '#lib/domain/identity-providers/usable.ts'
import { limitRequest } from '#lib/domain/limits/rate-limits.ts'
import { signInFeatures } from '#lib/domain/sign-in/sign-in-features.ts'
import type { IdentityProviderRecord, ProviderRequestRecord } from '#lib/persistence/store.ts'
import { isOfBrowser } from '../authorize/browser-binding.ts'
import { errorPage, tooManyRequestsPage } from '../error-page.ts'
import { featureOff } from '../feature-off.ts'
import { ProviderFailure } from './failure.ts'
import { identifyByGithub } from './github.ts'
import type { Identity } from './identity.ts'
import { linkFromProvider } from './link.ts'
import { metadataOf } from './metadata.ts'
import { identifyByOidc } from './oidc.ts'
import { maxState, secretAfterTrip, secretsOf, type TripOf } from './round-trip.ts'
import { signInFromProvider } from './sign-in-from-provider.ts'
import { showTrial, trialAddress } from './trial.ts'

/**
 * `GET /auth/provider/{alias}/callback`: the provider's answer. Its state works once, in the browser that began. Every
 * other delivery of the same answer in that browser redirects to the same page as the first one.
 */
export async function providerCallback(ctx: Context, incoming: Incoming): Promise<Outcome> {
  const { query, cookies } = incoming
  const state = query?.repeated.length === 0 ? (query.value('state') ?? '') : ''
  const request = await findRequest(ctx, state)
  // Administrators try a provider before users see it.
  if (!signInFeatures(ctx).identityProviders && request?.purpose !== 'test') return featureOff
  const provider = await ctx.store.identityProviders.findByAlias(incoming.params.alias ?? '')
  if (!provider) return featureOff
  const retryAfterSeconds = await limitRequest(ctx, 'provider_callback_ip', ctx.ip)
  if (retryAfterSeconds !== null) return tooManyRequestsPage(retryAfterSeconds)
  if (incoming.isPrefetch) return { kind: 'empty', status: 204 }
  const isKnown =
    request?.providerId === provider.id &&
    request.expiresAt > ctx.now &&
    isOfBrowser(request, cookies.browser)
  if (!isKnown || !query) return errorPage(400, 'provider_response_unknown')
  const browser = withSecret(cookies.browser, secretAfterTrip(ctx, request, state))
  if (!(await ctx.store.providerRequests.spend(request.id, ctx.now))) {
    if (request.purpose === 'test') return backToTrial(ctx, provider)
    return followFirst(ctx, state, browser)
  }
  const parameters = new URLSearchParams(
    query.names.map((name) => [name, query.sent(name) ?? ''] as [string, string]),
  )
  const usable = await usableProvider(ctx, { id: provider.id })
  const trip = { parameters, state, ...secretsOf(ctx, state) }
  const identify = async () =>
    provider.preset === 'github'
      ? identifyByGithub(ctx, provider, trip)
      : identifyByOidc(ctx, provider, await metadataOf(ctx, provider), trip)
  const returned = {
    request,
    provider,
    usable,
    browser,
    identify: withinCalls(ctx, provider, identify),
  }
  const outcome = await completions[request.purpose as TripOf['purpose']](ctx, incoming, returned)
  if (outcome.kind === 'redirect') {
    await ctx.store.providerRequests.finish(request.id, outcome.location)
  }
  return outcome
}

/** A page with a provider's statements is shown once. */
function backToTrial({ config }: Context, { id }: IdentityProviderRecord): Outcome {
  return { kind: 'redirect', status: 303, location: config.baseUrl + trialAddress(id) }
}

/** Continues by the purpose of the round trip. */
const completions = {
  sign_in: signInFromProvider,
  link: linkFromProvider,
  test: showTrial,
} as const satisfies Record<TripOf['purpose'], unknown>

async function findRequest(ctx: Context, state: string): Promise<ProviderRequestRecord | null> {
  if (state === '' || state.length > maxState) return null
  return ctx.store.providerRequests.findByState(sha256Hex(state))
}

/** Limits the requests to one provider, of all visitors together. */
function withinCalls(
  ctx: Context,
  { id }: IdentityProviderRecord,
  identify: () => Promise<Identity>,
): () => Promise<Identity> {
  return async () => {
    const isBeyond = (await limitRequest(ctx, 'provider_calls', String(id))) !== null
    if (isBeyond) throw new ProviderFailure('unreachable', 'too_many_calls')
    return identify()
  }
}

/** How long a second delivery waits for the first one, and the steps of that wait, in milliseconds. */
const waitSteps = 40
const stepMs = 250

/** Redirects to the page of the answer's first delivery, which may still be in progress. */
async function followFirst(ctx: Context, state: string, browser: string): Promise<Outcome> {
  for (let step = 0; step < waitSteps; step++) {
    const location = (await findRequest(ctx, state))?.doneLocation ?? ''
    if (location !== '') {
      const cookies = [{ cookie: 'browser', value: browser }] as const
      return { kind: 'redirect', status: 303, location, cookies }
    }
    await pause(stepMs)
  }
  return errorPage(400, 'provider_response_unknown')
}

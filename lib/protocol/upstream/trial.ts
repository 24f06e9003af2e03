import type { Outcome } from '#lib/answers/outcome.ts'
import type { View } from '#lib/answers/view.ts'
import type { Incoming } from '#lib/base/network/incoming.ts'
import { cutCodePoints } from '#lib/base/text/text.ts'
import type { Context } from '#lib/context.ts'
import type { Claims } from '#lib/domain/identity-providers/email-trust.ts'
import { personOf } from '#lib/domain/identity-providers/handles.ts'
import { mappedClaims } from '#lib/domain/identity-providers/mapped-claims.ts'
import type { IdentityProviderRecord } from '#lib/persistence/store.ts'
import { errorPage } from '../error-page.ts'
import { ProviderFailure } from './failure.ts'
import type { Identity, ProviderProfile } from './identity.ts'
import { standingAt } from './read-standing.ts'
import type { Returned } from './returned.ts'

type TrialView = Extract<View, { page: 'provider-trial' }>

/** Largest number of claims that the page shows, and the characters of each. */
const maxClaims = 60
const maxLength = 500

/**
 * Shows a provider's statements in a tried sign-in, and the result that a real one would have had. Nothing is stored.
 */
export async function showTrial(
  ctx: Context,
  incoming: Incoming,
  { request, provider, identify }: Returned,
): Promise<Outcome> {
  if (!(await personOf(ctx, incoming.cookies.session, request))) {
    return errorPage(400, 'provider_response_unknown')
  }
  try {
    const identity = await identify()
    const profile = await identity.profile(mappedClaims(provider, true))
    return pageOf(provider, {
      act: await actFor(ctx, provider, identity, profile),
      identity: {
        subject: identity.subject,
        email: profile.email.address,
        isEmailProven: profile.email.isProven,
        isStrong: identity.isStrong,
      },
      claims: claimsOf(profile.claims),
    })
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    return failedTrial(provider, error)
  }
}

/** The page that the administrator tries a sign-in from. */
export function trialAddress(id: number): string {
  return `/admin/identity-providers/${id}/connection`
}

/** Reports why a provider did not complete a tried sign-in. */
export function failedTrial(
  provider: IdentityProviderRecord,
  { fault, detail }: ProviderFailure,
): Outcome {
  return pageOf(provider, { failure: `${fault}: ${detail}`, claims: [] })
}

function pageOf(
  { id, alias, displayName: name, preset }: IdentityProviderRecord,
  said: Pick<TrialView, 'failure' | 'act' | 'identity' | 'claims'>,
): Outcome {
  const provider = { name, alias, preset }
  const view: TrialView = {
    page: 'provider-trial',
    uiLocales: [],
    provider,
    back: trialAddress(id),
    ...said,
  }
  return { kind: 'page', status: 200, view }
}

/** The result of a sign-in now. */
async function actFor(
  ctx: Context,
  provider: IdentityProviderRecord,
  { issuer, subject }: Identity,
  { email }: ProviderProfile,
): Promise<NonNullable<TrialView['act']>> {
  const linked = await ctx.store.userIdentities.find({ providerId: provider.id, issuer, subject })
  const user = linked && (await ctx.store.users.findById(linked.userId))
  if (user)
    return user.enabled
      ? { kind: 'signed_in', email: user.email }
      : { kind: 'disabled', email: user.email }
  const { standing } = await standingAt(ctx, provider, {
    email: email.address,
    isEmailProven: email.isProven,
  })
  const kind = standing.act === 'refuse' ? standing.reason : standing.act
  return { kind, email: email.address }
}

function claimsOf(claims: Claims): TrialView['claims'] {
  return Object.entries(claims)
    .filter(([, value]) => value !== undefined)
    .slice(0, maxClaims)
    .map(([name, value]) => [
      cutCodePoints(name, 100),
      cutCodePoints(typeof value === 'string' ? value : JSON.stringify(value), maxLength),
    ])
}

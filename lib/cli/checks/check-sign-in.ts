import type { Context } from '#lib/context.ts'
import { usableProviders } from '#lib/domain/identity-providers/usable.ts'
import { originsOutside } from '#lib/domain/passkeys/origins.ts'
import {
  type InactiveSignInFeature,
  inactiveSignInFeatures,
  relyingPartyId,
  signInFeatures,
} from '#lib/domain/sign-in/sign-in-features.ts'
import type { IdentityProviderRecord } from '#lib/persistence/store.ts'
import { checkRelatedOrigins, relatedOriginsAddress } from '#lib/protocol/check-related-origins.ts'
import { checkConnection } from '#lib/protocol/upstream/check-connection.ts'
import { type Finding, findings } from './finding.ts'

const methods = findings('sign-in methods')

const names = {
  passkeys: 'passkeys are',
  passkeyOffer: 'the offer of a passkey is',
  newSignInNotice: 'mail about a new sign-in is',
} as const

const reasons = {
  host_is_address: 'BASE_URL has an IP address in place of a domain name',
  not_secure_context: 'BASE_URL is not https',
  passkeys_off: 'passkeys are not in effect',
  smtp_off: 'mail is off',
  no_file: 'there is no file',
} as const satisfies Record<InactiveSignInFeature['reason'], string>

/**
 * Checks that the enabled ways to sign in have an effect, and checks each identity provider for the needs of a sign-in.
 */
export async function checkSignIn(ctx: Context): Promise<Finding[]> {
  const found = [...inactive(ctx), ...(await otherDomains(ctx)), ...(await related(ctx))]
  if (!signInFeatures(ctx).identityProviders) return found
  const providers = await usableProviders(ctx)
  if (providers.length === 0) {
    found.push(methods.warning('sign-in with providers is on, but no provider is.'))
  }
  for (const provider of providers) found.push(...(await checkProvider(ctx, provider)))
  return found
}

/** Breached passwords have a check of their own. */
function inactive(ctx: Context): Finding[] {
  return inactiveSignInFeatures(ctx).flatMap(({ feature, reason }) =>
    feature === 'breachedPasswordCheck'
      ? []
      : [methods.warning(`${names[feature]} on, but without effect: ${reasons[reason]}.`)],
  )
}

async function otherDomains(ctx: Context): Promise<Finding[]> {
  const name = relyingPartyId(ctx)
  const count = await ctx.store.passkeys.countOfOthers(name)
  if (count === 0) return []
  return [
    methods.warning(
      `passkeys that were made for another domain than ${name} do not work: ${count}. Their owners renew them in their account.`,
    ),
  ]
}

const relatedStates = {
  unreachable: 'does not answer',
  unusable: 'answers with something else than {"origins": […]}',
  origin_missing: 'names other servers',
} as const

/** Whether the domain of passkeys, where it is another one, names this server. */
async function related(ctx: Context): Promise<Finding[]> {
  const state = await checkRelatedOrigins(ctx)
  if (!state) return []
  const address = relatedOriginsAddress(relyingPartyId(ctx))
  const origins = originsOutside(ctx).join(' and ')
  return [
    state === 'ok'
      ? methods.ok(`${address} names ${origins}.`)
      : methods.warning(
          `browsers do not use the passkeys at ${origins}: ${address} ${relatedStates[state]}.`,
        ),
  ]
}

/** Parts that a provider need not advertise. */
const unsaid = new Set(['not_advertised', 'not_said'])

async function checkProvider(ctx: Context, provider: IdentityProviderRecord): Promise<Finding[]> {
  const { ok, warning, problem } = findings(`provider ${provider.alias}`)
  const checks = await checkConnection(ctx, provider)
  const odd = checks.filter(({ result, detail }) => result !== 'ok' && !unsaid.has(detail))
  if (odd.length === 0) return [ok('people can be sent there.')]
  return odd.map(({ check, result, detail }) =>
    result === 'failed'
      ? problem(`no one can sign in with it: ${check}, ${detail}.`)
      : warning(`${check}: ${detail}.`),
  )
}

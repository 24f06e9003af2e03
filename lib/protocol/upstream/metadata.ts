import { withKeyedLock } from '#lib/base/concurrency/keyed-mutex.ts'
import { isNestedAtMost } from '#lib/base/text/nesting.ts'
import { withoutFinalSlashes } from '#lib/base/text/text.ts'
import { addSeconds, daySeconds } from '#lib/base/time/clock.ts'
import type { Context } from '#lib/context.ts'
import { metadataIssuer } from '#lib/domain/identity-providers/presets.ts'
import type { IdentityProviderRecord } from '#lib/persistence/store.ts'
import { ProviderFailure } from './failure.ts'
import { askProvider, isProviderAddress, maxDocument } from './transport.ts'

/** The used members of a provider's metadata (OpenID Connect Discovery 1.0 section 3). */
export interface ProviderMetadata {
  readonly issuer: string
  readonly authorization_endpoint: string
  readonly token_endpoint: string
  readonly jwks_uri: string
  readonly userinfo_endpoint?: string
  readonly end_session_endpoint?: string
  readonly id_token_signing_alg_values_supported?: string[]
  readonly code_challenge_methods_supported?: string[]
  readonly token_endpoint_auth_methods_supported?: string[]
  readonly scopes_supported?: string[]
  readonly prompt_values_supported?: string[]
  readonly subject_types_supported?: string[]
  readonly authorization_response_iss_parameter_supported?: boolean
}

/** The metadata names another issuer than the provider's. */
export class OtherIssuer extends ProviderFailure {
  readonly expected: string
  readonly found: string

  constructor(expected: string, found: string) {
    super('invalid', 'other_issuer')
    this.expected = expected
    this.found = found
  }
}

type Named = Pick<IdentityProviderRecord, 'preset' | 'issuer'>

/**
 * Reads the metadata of a provider.
 * @throws ProviderFailure `unreachable`, `invalid`; OtherIssuer
 */
export async function fetchMetadata(ctx: Context, provider: Named): Promise<ProviderMetadata> {
  return (await fetchWithDate(ctx, provider)).metadata
}

/** Like `fetchMetadata`, with the provider's clock; null if unknown. */
export async function fetchWithDate(
  ctx: Context,
  { preset, issuer }: Named,
): Promise<{ readonly metadata: ProviderMetadata; readonly date: Date | null }> {
  const url = `${withoutFinalSlashes(issuer)}/.well-known/openid-configuration`
  const asked = { method: 'GET', accept: 'application/json', maxBytes: maxDocument } as const
  const answer = await askProvider(ctx, url, asked)
  if (answer.status !== 200) throw new ProviderFailure('unreachable', `status_${answer.status}`)
  const document = await jsonObject(answer, 'metadata')
  const expected = metadataIssuer(preset, issuer)
  const found = document.issuer
  if (found !== expected) throw new OtherIssuer(expected, typeof found === 'string' ? found : '')
  const sent = answer.headers.get('date')
  const date = sent === null ? null : new Date(sent)
  return { metadata: checked(ctx, document), date }
}

/** Levels of arrays and objects in what a provider sends; the claims of known providers have three. */
const maxLevels = 32

/** @throws ProviderFailure `invalid` for anything but a JSON object, and for one that is nested too deeply */
export async function jsonObject(answer: Response, what: string): Promise<Record<string, unknown>> {
  const value: unknown = await answer.json().catch(() => null)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isObject || !isNestedAtMost(maxLevels, value)) {
    throw new ProviderFailure('invalid', `${what}_unreadable`)
  }
  return value as Record<string, unknown>
}

const neededAddresses = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const
const otherAddresses = ['userinfo_endpoint', 'end_session_endpoint'] as const
const lists = [
  'id_token_signing_alg_values_supported',
  'code_challenge_methods_supported',
  'token_endpoint_auth_methods_supported',
  'scopes_supported',
  'prompt_values_supported',
  'subject_types_supported',
] as const

function checked(ctx: Context, document: Record<string, unknown>): ProviderMetadata {
  const read: Record<string, unknown> = { issuer: document.issuer }
  for (const name of [...neededAddresses, ...otherAddresses]) {
    const address = document[name]
    if (address === undefined && otherAddresses.some((other) => other === name)) continue
    if (typeof address !== 'string' || !isProviderAddress(ctx, address)) {
      throw new ProviderFailure('invalid', `metadata_${name}`)
    }
    read[name] = address
  }
  for (const name of lists) {
    const values = document[name]
    if (Array.isArray(values)) read[name] = values.filter((value) => typeof value === 'string')
  }
  if (document.authorization_response_iss_parameter_supported === true) {
    read.authorization_response_iss_parameter_supported = true
  }
  return read as unknown as ProviderMetadata
}

/** How long metadata is used without a fetch, and how long while the provider is away. */
const freshSeconds = daySeconds
const staleSeconds = 7 * daySeconds

/**
 * The metadata of a provider, as read within a day or now; while the provider is away, as read within a week.
 * @throws ProviderFailure
 */
export async function metadataOf(
  ctx: Context,
  provider: IdentityProviderRecord,
): Promise<ProviderMetadata> {
  const kept = await keptMetadata(ctx, provider, freshSeconds)
  if (kept) return kept
  return withKeyedLock(`provider metadata ${provider.id}`, async () => {
    const meanwhile = await keptMetadata(ctx, provider, freshSeconds)
    if (meanwhile) return meanwhile
    try {
      const metadata = await fetchMetadata(ctx, provider)
      const read = { metadata: JSON.stringify(metadata), metadataFetchedAt: ctx.now }
      await ctx.store.identityProviders.keepState(provider.id, read)
      return metadata
    } catch (error) {
      const isAway = error instanceof ProviderFailure && error.fault === 'unreachable'
      const stale = isAway && (await keptMetadata(ctx, provider, staleSeconds))
      if (stale) return stale
      throw error
    }
  })
}

/** The metadata of a provider as read within a week, without a request. */
export function knownMetadata(
  ctx: Context,
  provider: IdentityProviderRecord,
): Promise<ProviderMetadata | null> {
  return keptMetadata(ctx, provider, staleSeconds)
}

async function keptMetadata(
  ctx: Context,
  provider: IdentityProviderRecord,
  seconds: number,
): Promise<ProviderMetadata | null> {
  const state = await ctx.store.identityProviders.findState(provider.id)
  const fetchedAt = state?.metadataFetchedAt
  if (!state || !fetchedAt || addSeconds(fetchedAt, seconds) < ctx.now) return null
  const metadata = JSON.parse(state.metadata) as ProviderMetadata
  // An issuer that was changed has other metadata.
  return metadata.issuer === metadataIssuer(provider.preset, provider.issuer) ? metadata : null
}

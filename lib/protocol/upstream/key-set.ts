import { compactVerify, createLocalJWKSet, errors, type JSONWebKeySet } from 'jose'
import { withKeyedLock } from '#lib/base/concurrency/keyed-mutex.ts'
import { addSeconds, daySeconds } from '#lib/base/time/clock.ts'
import type { Context } from '#lib/context.ts'
import type { IdentityProviderRecord, ProviderStateRecord } from '#lib/persistence/store.ts'
import { ProviderFailure } from './failure.ts'
import { jsonObject, type ProviderMetadata } from './metadata.ts'
import { askProvider, maxDocument } from './transport.ts'

/** The accepted algorithms: only signatures by a key pair of the provider, never by a secret, never none. */
const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519']

/** Minimum and maximum time that a key set is kept, in seconds; its answer decides in between. */
const minSeconds = 300
const maxSeconds = 3_600
/** How long it is kept while the provider is away. */
const staleSeconds = daySeconds
/** Minimum interval between two early fetches. */
const pauseSeconds = 60

interface Kept {
  readonly keySet: JSONWebKeySet
  readonly fetchedAt: Date
  readonly freshUntil: Date
}

/**
 * Verifies a provider's signature. A provider may replace a key under the same name, or remove it. For a token that no
 * known key fits, the set is therefore read once more.
 * @returns the verified claims
 * @throws ProviderFailure `invalid`, `unreachable`
 */
export async function verifyProviderSignature(
  ctx: Context,
  provider: IdentityProviderRecord,
  metadata: ProviderMetadata,
  token: string,
): Promise<Record<string, unknown>> {
  const advertised = metadata.id_token_signing_alg_values_supported
  const accepted = algorithms.filter((one) => advertised?.includes(one) ?? one === 'RS256')
  const kept = await currentKeys(ctx, provider, metadata)
  const payload = await verified(token, kept.keySet, accepted)
  if (payload) return claimsOf(payload)
  const renewed = await renewedKeys(ctx, provider, metadata, kept)
  const again = renewed && (await verified(token, renewed.keySet, accepted))
  if (!again) throw new ProviderFailure('invalid', 'signature')
  return claimsOf(again)
}

async function currentKeys(
  ctx: Context,
  provider: IdentityProviderRecord,
  metadata: ProviderMetadata,
): Promise<Kept> {
  const kept = keptKeys(await ctx.store.identityProviders.findState(provider.id))
  if (kept && kept.freshUntil > ctx.now) return kept
  return withKeyedLock(`provider keys ${provider.id}`, async () => {
    const meanwhile = keptKeys(await ctx.store.identityProviders.findState(provider.id))
    if (meanwhile && meanwhile.freshUntil > ctx.now) return meanwhile
    try {
      return await fetchKeys(ctx, provider, metadata)
    } catch (error) {
      const isAway = error instanceof ProviderFailure && error.fault === 'unreachable'
      const isStale = meanwhile && addSeconds(meanwhile.fetchedAt, staleSeconds) > ctx.now
      if (isAway && isStale) return meanwhile
      throw error
    }
  })
}

/** Concurrent callers with a token of a new key share one request. */
function renewedKeys(
  ctx: Context,
  provider: IdentityProviderRecord,
  metadata: ProviderMetadata,
  seen: Kept,
): Promise<Kept | null> {
  return withKeyedLock(`provider keys ${provider.id}`, async () => {
    const kept = keptKeys(await ctx.store.identityProviders.findState(provider.id))
    if (kept && kept.fetchedAt > seen.fetchedAt) return kept
    if (kept && addSeconds(kept.fetchedAt, pauseSeconds) > ctx.now) return null
    return fetchKeys(ctx, provider, metadata)
  })
}

async function fetchKeys(
  ctx: Context,
  provider: IdentityProviderRecord,
  metadata: ProviderMetadata,
): Promise<Kept> {
  const { keySet, seconds } = await requireKeySet(ctx, metadata)
  const kept = { keySet, fetchedAt: ctx.now, freshUntil: addSeconds(ctx.now, seconds) }
  await ctx.store.identityProviders.keepState(provider.id, {
    keySet: JSON.stringify(keySet),
    keySetFetchedAt: kept.fetchedAt,
    keySetFreshUntil: kept.freshUntil,
  })
  return kept
}

/**
 * Reads the key set of a provider, and how long it may be kept.
 * @throws ProviderFailure
 */
export async function requireKeySet(
  ctx: Context,
  { jwks_uri }: ProviderMetadata,
): Promise<{ readonly keySet: JSONWebKeySet; readonly seconds: number }> {
  const asked = { method: 'GET', accept: 'application/json', maxBytes: maxDocument } as const
  const answer = await askProvider(ctx, jwks_uri, asked)
  if (answer.status !== 200) throw new ProviderFailure('unreachable', `status_${answer.status}`)
  const keySet = await jsonObject(answer, 'key_set')
  if (!isKeySet(keySet)) throw new ProviderFailure('invalid', 'key_set_unreadable')
  const lifetime = Number(
    /(?:^|[ ,])max-age=(\d{1,9})/i.exec(answer.headers.get('cache-control') ?? '')?.[1] ?? 0,
  )
  return { keySet, seconds: Math.min(maxSeconds, Math.max(minSeconds, lifetime)) }
}

function keptKeys(state: ProviderStateRecord | null): Kept | null {
  if (!state?.keySetFetchedAt || !state.keySetFreshUntil) return null
  const keySet = JSON.parse(state.keySet) as JSONWebKeySet
  return { keySet, fetchedAt: state.keySetFetchedAt, freshUntil: state.keySetFreshUntil }
}

function isKeySet(
  value: Record<string, unknown>,
): value is Record<string, unknown> & JSONWebKeySet {
  const { keys } = value
  return Array.isArray(keys) && keys.every((key) => typeof key === 'object' && key !== null)
}

/** @returns null when no key of the set fits */
async function verified(
  token: string,
  keySet: JSONWebKeySet,
  accepted: string[],
): Promise<Uint8Array | null> {
  const options = { algorithms: accepted }
  try {
    return (await compactVerify(token, createLocalJWKSet(keySet), options)).payload
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) return null
    for await (const key of error) {
      try {
        return (await compactVerify(token, key, options)).payload
      } catch {
        // Another key may fit.
      }
    }
    return null
  }
}

function claimsOf(payload: Uint8Array): Promise<Record<string, unknown>> {
  return jsonObject(new Response(Buffer.from(payload)), 'claims')
}

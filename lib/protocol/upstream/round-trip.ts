import { acceptedKeys } from '#lib/base/crypto/accepted-keys.ts'
import { sha256Base64url, sha256Hex } from '#lib/base/crypto/hash.ts'
import { deriveToken } from '#lib/base/crypto/hkdf.ts'
import { randomToken } from '#lib/base/crypto/random.ts'
import { newestBrowserHash } from '#lib/base/network/browser-cookie.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import type { Context } from '#lib/context.ts'
import { redirectUriOf } from '#lib/domain/identity-providers/identity-providers.ts'
import type { IdentityProviderRecord, ProviderRequestRecord } from '#lib/persistence/store.ts'
import { githubMetadata } from './github.ts'
import { metadataOf, type ProviderMetadata } from './metadata.ts'

/** The time limit for the person at the provider, in seconds. */
const lifetimeSeconds = 600

/** The longest `state` that is looked up. */
export const maxState = 64

/** The owner and the purpose of a round trip. */
export type TripOf =
  | { readonly purpose: 'sign_in'; readonly interactionIdentifier: string }
  | {
      readonly purpose: 'link' | 'test'
      readonly userId: number
      readonly sessionIdentifier: string
      readonly authStateGeneration: number
      readonly otpConfigGeneration: number
    }

/** Further demands on the provider. */
export interface AskedOf {
  readonly loginHint?: string
  readonly uiLocales?: readonly string[]
  readonly maxAgeSeconds?: number | null
  /** The person must enter credentials there. */
  readonly isFresh?: boolean
  /** The person wants another account than the one that the provider would take. */
  readonly isOther?: boolean
}

/**
 * Begins a round trip: stores it, bound to the browser.
 * @returns the address at the provider
 * @throws ProviderFailure when its metadata cannot be read
 */
export async function beginTrip(
  ctx: Context,
  provider: IdentityProviderRecord,
  cookie: string,
  trip: TripOf,
  asked: AskedOf,
): Promise<string> {
  const isGithub = provider.preset === 'github'
  const metadata = isGithub ? githubMetadata(provider) : await metadataOf(ctx, provider)
  const state = newState(ctx)
  await ctx.store.providerRequests.insert({
    ...trip,
    stateHash: sha256Hex(state),
    providerId: provider.id,
    browserHash: newestBrowserHash(cookie),
    expiresAt: addSeconds(ctx.now, lifetimeSeconds),
  })
  const url = new URL(metadata.authorization_endpoint)
  const { nonce, verifier } = secretsOf(ctx, state)
  const parameters: Record<string, string | undefined> = {
    ...(JSON.parse(provider.parameters) as Record<string, string>),
    response_type: 'code',
    client_id: provider.clientId,
    redirect_uri: redirectUriOf(ctx, provider.alias),
    scope: provider.scopes,
    state,
    code_challenge: sha256Base64url(verifier),
    code_challenge_method: 'S256',
    ...(isGithub ? {} : { nonce }),
    ...hintsFor(provider, asked),
    prompt: promptFor(provider, metadata, asked),
  }
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== '') url.searchParams.set(name, value)
  }
  return url.href
}

/** Presets whose metadata does not say that they have `select_account`. */
const selecting: ReadonlySet<string> = new Set(['google', 'microsoft', 'github'])

/** GitHub calls the hint `login`, and has no parameters of OpenID Connect. */
function hintsFor(
  { preset }: IdentityProviderRecord,
  { loginHint, uiLocales = [], maxAgeSeconds }: AskedOf,
): Record<string, string | undefined> {
  if (preset === 'github') return { login: loginHint }
  const max_age = typeof maxAgeSeconds === 'number' ? String(maxAgeSeconds) : undefined
  return { login_hint: loginHint, ui_locales: uiLocales.join(' '), max_age }
}

/**
 * If a provider is not known to have `select_account`, it is asked for the credentials instead, which every provider
 * can.
 */
function promptFor(
  { preset }: IdentityProviderRecord,
  { prompt_values_supported: values }: Partial<ProviderMetadata>,
  { isFresh, isOther }: AskedOf,
): string | undefined {
  const select =
    selecting.has(preset) || values?.includes('select_account') ? 'select_account' : 'login'
  // Google refuses `login`, and GitHub does not know it.
  if (isFresh) return preset === 'google' || preset === 'github' ? 'select_account' : 'login'
  return isOther ? select : undefined
}

/** Random bytes of a state; its last characters are the mark of a key. Together 43 characters, as of every token. */
const stateBytes = 26
const markLength = 8

function newState({ config }: Pick<Context, 'config'>): string {
  const random = randomToken(stateBytes)
  return random + markOf(config.encryptionKey, random)
}

function markOf(key: Uint8Array, random: string): string {
  return deriveToken(key, 'provider state', [random]).slice(0, markLength)
}

/** The key with which a state was made: the provider takes one PKCE verifier only, so it cannot be asked with each. */
function keyOf({ config }: Pick<Context, 'config'>, state: string): Uint8Array {
  const [random, mark] = [state.slice(0, -markLength), state.slice(-markLength)]
  const keys = acceptedKeys(config)
  return keys.find((key) => markOf(key, random) === mark) ?? keys[0]
}

/** Nonce and PKCE verifier are derived from the state, so that no secret is stored. */
export function secretsOf(ctx: Pick<Context, 'config'>, state: string) {
  const key = keyOf(ctx, state)
  const derive = (name: string) => deriveToken(key, `provider ${name}`, [state])
  return { nonce: derive('nonce'), verifier: derive('verifier') }
}

/**
 * The secret of the browser's cookie after a round trip: the same for every delivery of the same answer, so that the
 * order of deliveries does not matter.
 */
export function secretAfterTrip(
  ctx: Pick<Context, 'config'>,
  { browserHash }: ProviderRequestRecord,
  state: string,
): string {
  return deriveToken(keyOf(ctx, state), 'browser after provider', [state, browserHash])
}

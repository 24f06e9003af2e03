import { randomToken } from '#lib/base/crypto/random.ts'
import { splitWords } from '#lib/base/text/text.ts'
import type { Context } from '#lib/context.ts'
import type { IdentityProviderRecord } from '#lib/persistence/store.ts'
import { ProviderFailure } from './failure.ts'
import { githubMetadata } from './github.ts'
import { requireKeySet } from './key-set.ts'
import { fetchWithDate, OtherIssuer, type ProviderMetadata } from './metadata.ts'
import { exchangeCode } from './oidc.ts'

/** The checks, in this order. */
export const connectionChecks = [
  'metadata',
  'issuer',
  'key_set',
  's256',
  'auth_method',
  'scopes',
  'iss',
  'clock',
  'credentials',
] as const

export interface ConnectionCheck {
  readonly check: (typeof connectionChecks)[number]
  readonly result: 'ok' | 'warning' | 'failed'
  /** A word of this program; '' when there is nothing to add. */
  readonly detail: string
}

const passed = (check: ConnectionCheck['check']): ConnectionCheck => ({
  check,
  result: 'ok',
  detail: '',
})
const warning = (check: ConnectionCheck['check'], detail: string): ConnectionCheck => ({
  check,
  result: 'warning',
  detail,
})
const failed = (check: ConnectionCheck['check'], error: ProviderFailure): ConnectionCheck => ({
  check,
  result: 'failed',
  detail: error.detail,
})

/** Checks everything at a provider that a sign-in needs, except for a person. Stores nothing. */
export async function checkConnection(
  ctx: Context,
  provider: IdentityProviderRecord,
): Promise<readonly ConnectionCheck[]> {
  if (provider.preset === 'github') {
    const metadata = githubMetadata(provider)
    return [await checkCredentials(ctx, provider, metadata)]
  }
  const read = await fetchWithDate(ctx, provider).catch(failureOf)
  if (read instanceof OtherIssuer) return [passed('metadata'), failed('issuer', read)]
  if (read instanceof ProviderFailure) return [failed('metadata', read)]
  const { metadata, date } = read
  return [
    passed('metadata'),
    passed('issuer'),
    await checkKeySet(ctx, metadata),
    ...advertised(provider, metadata),
    clockOf(ctx, date),
    await checkCredentials(ctx, provider, metadata),
  ]
}

function failureOf(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error
  throw error
}

async function checkKeySet(ctx: Context, metadata: ProviderMetadata): Promise<ConnectionCheck> {
  const failure = await requireKeySet(ctx, metadata).then(() => null, failureOf)
  return failure ? failed('key_set', failure) : passed('key_set')
}

/** Judges the parts of the metadata that a sign-in uses; a missing statement is no fault. */
function advertised(
  { tokenEndpointAuthMethod, scopes }: IdentityProviderRecord,
  metadata: ProviderMetadata,
): ConnectionCheck[] {
  const { code_challenge_methods_supported: challenges, scopes_supported: known } = metadata
  const methods = metadata.token_endpoint_auth_methods_supported
  const hasMethod = methods === undefined || methods.includes(tokenEndpointAuthMethod)
  const hasScopes = known === undefined || splitWords(scopes).every((one) => known.includes(one))
  const hasIss = metadata.authorization_response_iss_parameter_supported === true
  return [
    challenges?.includes('S256') ? passed('s256') : warning('s256', 'not_advertised'),
    hasMethod ? passed('auth_method') : warning('auth_method', 'not_advertised'),
    hasScopes ? passed('scopes') : warning('scopes', 'not_advertised'),
    hasIss ? passed('iss') : warning('iss', 'not_advertised'),
  ]
}

/** Tokens are judged with a tolerance of a minute; a difference of half of it is a warning. */
const maxClockDifferenceMs = 30_000

function clockOf({ now }: Context, date: Date | null): ConnectionCheck {
  if (!date || Number.isNaN(date.getTime())) return warning('clock', 'not_said')
  const isFar = Math.abs(date.getTime() - now.getTime()) >= maxClockDifferenceMs
  return isFar ? warning('clock', 'differs') : passed('clock')
}

/** Sends a code that the provider never made: the provider must refuse the code, and not the secret. */
async function checkCredentials(
  ctx: Context,
  provider: IdentityProviderRecord,
  metadata: Omit<ProviderMetadata, 'jwks_uri'>,
): Promise<ConnectionCheck> {
  const state = randomToken()
  const made = { code: 'made-up', state, iss: metadata.issuer }
  const parameters = new URLSearchParams(made)
  const trip = { parameters, state, nonce: '', verifier: randomToken() }
  try {
    const answer = await exchangeCode(ctx, provider, metadata, trip)
    const said: unknown = await answer.json().catch(() => null)
    const error =
      typeof said === 'object' && said !== null ? (said as { error?: unknown }).error : ''
    if (error === 'invalid_grant' || error === 'bad_verification_code') return passed('credentials')
    const isRefused = refusedCredentials.has(String(error)) || answer.status === 401
    return isRefused
      ? { check: 'credentials', result: 'failed', detail: 'invalid_client' }
      : warning('credentials', 'unknown_answer')
  } catch (error) {
    return failed('credentials', failureOf(error))
  }
}

const refusedCredentials = new Set([
  'invalid_client',
  'unauthorized_client',
  'incorrect_client_credentials',
])

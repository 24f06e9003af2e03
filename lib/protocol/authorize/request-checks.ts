import type { Parameters } from '#lib/base/text/parameters.ts'
import { splitWords } from '#lib/base/text/text.ts'
import type { Context } from '#lib/context.ts'
import { forbiddenScope } from '#lib/domain/clients/allowed-scopes.ts'
import { mayUseImplicitFlow } from '#lib/domain/clients/client-flows.ts'
import { isSignInTest } from '#lib/domain/clients/sign-in-test.ts'
import { mayAdministerForUsers } from '#lib/domain/permissions/administrators.ts'
import { offlineAccessScope } from '#lib/domain/permissions/scope-words.ts'
import { signInFeatures } from '#lib/domain/sign-in/sign-in-features.ts'
import type { ClientWithUris } from '#lib/persistence/store.ts'
import { invalidRequest, invalidScope, OAuthError, unauthorizedClient } from '../errors.ts'
import { isPkceValue } from '../pkce.ts'
import { checkScopesOfResources, findResources, sentResources } from '../resources.ts'
import {
  administrativeScopeDescription,
  checkScopesExist,
  forbiddenScopeDescription,
  isAdministrativeScope,
  named,
} from '../scopes.ts'
import { isImplicitShaped, parseResponseType, type ResponseMode } from './response-type.ts'
import { isThumbprint, sentKey } from './sent-key.ts'

const prompts = ['none', 'login', 'consent'] as const
const chooserPrompt = 'select_account'
export type Prompt = (typeof prompts)[number] | typeof chooserPrompt

/** The values of `prompt` that this installation knows. */
export function knownPrompts(ctx: Pick<Context, 'settings' | 'config'>): readonly Prompt[] {
  return signInFeatures(ctx).accountChooser ? [...prompts, chooserPrompt] : prompts
}

/** A request from a trusted destination, read but not yet accepted. */
export interface Draft {
  readonly parameters: Parameters
  /** The client sent the request itself, or it was checked before. */
  readonly isPushed: boolean
  readonly client: ClientWithUris
  /** As sent; '' when absent. */
  readonly responseType: string
  readonly responseMode: ResponseMode | null
  /** Normalised; without `offline_access` in requests for tokens, where it has no meaning. */
  readonly scopes: readonly string[]
  /** Words of `prompt`, each once. */
  readonly prompt: readonly string[]
}

type Check = (ctx: Context, draft: Draft) => void | Promise<void>

/** Parameters that may be sent only once; `checkDestination` covers `client_id` and `redirect_uri`. */
export const singleParameters: ReadonlySet<string> = new Set([
  'response_type',
  'scope',
  'state',
  'nonce',
  'response_mode',
  'code_challenge',
  'code_challenge_method',
  'max_age',
  'acr_values',
  'prompt',
  'ui_locales',
  'id_token_hint',
])

/** Maximum size of `state`, `nonce` and `scope`, in bytes. */
export const maxParameterBytes = 4096
const limitedParameters: ReadonlySet<string> = new Set(['state', 'nonce', 'scope'])

/**
 * Checks that report their failure to the client, in order: the first failure is the answer. Each throws an
 * OAuthError with the code of RFC 6749 section 4.1.2.1 or OpenID Connect Core section 3.1.2.6.
 */
export const requestChecks: readonly Check[] = [
  requirePushed,
  refuseRequestObject,
  refuseRequestUri,
  requireResponseType,
  refuseRepetition,
  requireKnownResponseType,
  refuseClosedImplicitFlow,
  requireOpenIdForIdToken,
  requireNonceForIdToken,
  limitStateAndNonce,
  checkPkce,
  checkSentKey,
  requireFragmentForTokens,
  (ctx, draft) => checkRequestedScopes(ctx, draft, refuseAdministrativeScope),
  checkPrompt,
  checkMaxAge,
]

/** The values that the checks of scopes read. */
type ScopeDraft = Pick<Draft, 'parameters' | 'client' | 'scopes'>

/**
 * Checks the scopes and resources that a client requests for a user, in order.
 * @param refuseAdministrative refuses administrative scopes
 * @throws OAuthError `invalid_scope`, `invalid_target`
 */
export async function checkRequestedScopes(
  ctx: Context,
  draft: ScopeDraft,
  refuseAdministrative: (ctx: Context, draft: ScopeDraft) => void,
): Promise<void> {
  requireScope(ctx, draft)
  await checkScopesExist(ctx, draft.scopes)
  requireAudience(ctx, draft)
  await checkResources(ctx, draft)
  refuseAdministrative(ctx, draft)
  refuseForbiddenScope(ctx, draft)
}

/** An administrative scope that the client may not request; the caller may audit it. */
export class AdministrativeScopeRefused extends OAuthError {
  readonly scope: string

  constructor(scope: string) {
    super('invalid_scope', 'scope_administrative', administrativeScopeDescription(scope), {
      facts: { scope },
    })
    this.scope = scope
  }
}

export function isTooLong(name: string, value = ''): boolean {
  return limitedParameters.has(name) && Buffer.byteLength(value) > maxParameterBytes
}

/** An administrator's test of the sign-in is made by this server, and gives the client no answer. */
function requirePushed(ctx: Context, { client, isPushed, parameters }: Draft): void {
  if (isPushed || !client.pushedRequestsRequired) return
  if (isSignInTest(ctx, client, parameters.value('state') ?? '')) return
  throw invalidRequest(
    'pushed_request_required',
    'This client must push its authorization requests.',
  )
}

function refuseRequestObject(_: Context, { parameters }: Draft): void {
  if (parameters.present('request')) {
    throw new OAuthError(
      'request_not_supported',
      'request_object_unsupported',
      "The parameter 'request' is not supported.",
    )
  }
}

function refuseRequestUri(_: Context, { parameters }: Draft): void {
  if (parameters.present('request_uri')) {
    throw new OAuthError(
      'request_uri_not_supported',
      'request_uri_unsupported',
      "The parameter 'request_uri' is not supported.",
    )
  }
}

function requireResponseType(_: Context, { responseType }: Draft): void {
  if (responseType === '') throw missing('response_type')
}

function refuseRepetition(_: Context, { parameters }: Draft): void {
  const name = parameters.repeated.find((repeated) => singleParameters.has(repeated))
  if (name) throw sentTwice(name)
}

function requireKnownResponseType(_: Context, { responseType }: Draft): void {
  if (parseResponseType(responseType)) return
  throw new OAuthError(
    'unsupported_response_type',
    'response_type_unsupported',
    "The response type must be 'code', 'token', 'id_token' or 'id_token token'.",
  )
}

function refuseClosedImplicitFlow(ctx: Context, { client, responseType }: Draft): void {
  if (!isImplicitShaped(responseType)) return
  if (mayUseImplicitFlow(ctx, client)) return
  throw unauthorizedClient(
    'implicit_flow_off',
    'The client is not allowed to use the implicit flow.',
  )
}

function requireOpenIdForIdToken(_: Context, { responseType, scopes }: Draft): void {
  if (!responseType.includes('id_token') || scopes.includes('openid')) return
  throw invalidRequest(
    'openid_scope_missing',
    "The scope 'openid' is required when an ID token is requested.",
  )
}

function requireNonceForIdToken(_: Context, { responseType, parameters }: Draft): void {
  if (!responseType.includes('id_token') || parameters.value('nonce')) return
  throw invalidRequest(
    'nonce_missing',
    "The parameter 'nonce' is required when an ID token is requested.",
  )
}

function limitStateAndNonce(_: Context, { parameters }: Draft): void {
  for (const name of ['state', 'nonce']) {
    if (isTooLong(name, parameters.value(name))) throw tooLong(name)
  }
}

/** True when the client must use PKCE: always for a public client, else by its own setting or the global one. */
function isPkceEnforced(ctx: Context, client: ClientWithUris): boolean {
  return client.isPublic || (client.pkceRequired ?? ctx.settings.pkceRequired)
}

/** Without enforcement, PKCE parameters that are sent must still be valid (RFC 7636, section 4.4.1). */
function checkPkce(ctx: Context, { client, parameters, responseType }: Draft): void {
  if (responseType !== 'code') return
  const method = parameters.value('code_challenge_method')
  const challenge = parameters.value('code_challenge')
  const enforced = isPkceEnforced(ctx, client)
  if (!enforced && method === undefined && challenge === undefined) return
  if (method !== 'S256') {
    throw invalidRequest(
      'pkce_method_not_s256',
      enforced
        ? "PKCE is required: the parameter 'code_challenge_method' must be 'S256'."
        : "The parameter 'code_challenge_method' must be 'S256'.",
      { method: method ?? '' },
    )
  }
  if (!challenge || challenge.length < 43 || challenge.length > 128) {
    throw invalidRequest(
      'pkce_challenge_malformed',
      "The parameter 'code_challenge' must have 43 to 128 characters.",
    )
  }
  if (!isPkceValue(challenge)) {
    throw invalidRequest(
      'pkce_challenge_malformed',
      "The parameter 'code_challenge' may only have letters, digits and the characters - . _ ~.",
    )
  }
}

function checkSentKey(ctx: Context, { parameters }: Draft): void {
  const key = sentKey(ctx, parameters)
  if (key === undefined) return
  if (parameters.repeated.includes('dpop_jkt')) throw sentTwice('dpop_jkt')
  if (isThumbprint(key)) return
  throw invalidRequest(
    'dpop_jkt_malformed',
    "The parameter 'dpop_jkt' must be a thumbprint of 43 characters.",
  )
}

function requireFragmentForTokens(_: Context, { responseType, responseMode }: Draft): void {
  if (!isImplicitShaped(responseType) || responseMode === null || responseMode === 'fragment') {
    return
  }
  throw invalidRequest(
    'response_mode_not_fragment',
    "The response mode must be 'fragment' when tokens are requested from this endpoint.",
  )
}

function requireScope(_: Context, { parameters }: ScopeDraft): void {
  const scope = parameters.value('scope')
  if (splitWords(scope).length === 0)
    throw invalidScope('scope_missing', "The parameter 'scope' is missing.")
  if (isTooLong('scope', scope)) throw tooLong('scope')
}

/** `offline_access` alone names no resource, so the token would have no audience. */
function requireAudience(_: Context, { scopes }: ScopeDraft): void {
  if (scopes.some((scope) => scope !== offlineAccessScope)) return
  throw invalidScope(
    'scope_without_audience',
    "The scope 'offline_access' must be requested together with another scope.",
  )
}

/** RFC 8707 section 2.1. */
async function checkResources(ctx: Context, { parameters, scopes }: ScopeDraft): Promise<void> {
  checkScopesOfResources(await findResources(ctx, sentResources(ctx, parameters)), scopes)
}

function refuseAdministrativeScope(_: Context, { client, scopes }: ScopeDraft): void {
  if (mayAdministerForUsers(client)) return
  const scope = scopes.find(isAdministrativeScope)
  if (scope) throw new AdministrativeScopeRefused(scope)
}

function refuseForbiddenScope(ctx: Context, { client, scopes }: ScopeDraft): void {
  const scope = forbiddenScope(ctx, client, scopes)
  if (scope !== undefined) {
    throw invalidScope('scope_not_allowed', forbiddenScopeDescription(scope), {
      facts: { scope: named(scope) },
    })
  }
}

function checkPrompt(ctx: Context, { prompt }: Draft): void {
  const known = knownPrompts(ctx)
  const unknown = prompt.find((word) => !known.some((one) => one === word))
  if (unknown !== undefined) {
    const list = `${known.slice(0, -1).join(', ')} and ${known.at(-1)}`
    throw invalidRequest(
      'prompt_unsupported',
      `The parameter 'prompt' has the unknown value '${named(unknown)}': known are ${list}.`,
    )
  }
  if (prompt.includes('none') && prompt.length > 1) {
    throw invalidRequest('prompt_unsupported', "The prompt value 'none' must stand alone.")
  }
}

function checkMaxAge(_: Context, { parameters }: Draft): void {
  if (/^\d+$/.test(parameters.value('max_age') ?? '0')) return
  throw invalidRequest(
    'max_age_malformed',
    "The parameter 'max_age' must be a whole number of seconds, 0 or more.",
  )
}

function sentTwice(name: string): OAuthError {
  return invalidRequest('parameter_repeated', `The parameter '${name}' is included more than once.`)
}

function tooLong(name: string): OAuthError {
  return invalidRequest(
    'parameter_too_long',
    `The parameter '${name}' may have at most ${maxParameterBytes} bytes.`,
  )
}

function missing(name: string): OAuthError {
  return invalidRequest('parameter_missing', `The parameter '${name}' is missing.`, {
    parameter: name,
  })
}

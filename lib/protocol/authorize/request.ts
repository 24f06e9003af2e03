import type { Parameters } from '#lib/base/text/parameters.ts'
import { splitWords } from '#lib/base/text/text.ts'
import type { Context } from '#lib/context.ts'
import { withoutForbiddenOffline } from '#lib/domain/clients/allowed-scopes.ts'
import { offlineAccessScope } from '#lib/domain/permissions/scope-words.ts'
import { type AcrLevel, chooseTargetAcr } from '#lib/domain/sign-in/acr.ts'
import type { ClientWithUris } from '#lib/persistence/store.ts'
import { OAuthError } from '../errors.ts'
import { findResources, sentResources } from '../resources.ts'
import { parseScope } from '../scopes.ts'
import { AuthorizationError } from './errors.ts'
import { readHintSubject, readLoginHint, readUiLocales } from './hints.ts'
import { checkDestination, type TrustedDestination } from './page-checks.ts'
import {
  AdministrativeScopeRefused,
  type Draft,
  type Prompt,
  requestChecks,
} from './request-checks.ts'
import type { ResponseTarget } from './respond.ts'
import {
  isImplicitShaped,
  parseResponseType,
  type ResponseMode,
  type ResponseType,
  responseModeFor,
} from './response-type.ts'
import { sentKey } from './sent-key.ts'

export interface AuthorizationRequest {
  readonly client: ClientWithUris
  /** As requested: the token endpoint compares exactly this text. */
  readonly redirectUri: string
  readonly responseType: ResponseType
  readonly responseMode: ResponseMode
  /** Always S256; null when none was sent. */
  readonly codeChallenge: string | null
  /** Thumbprint of the key that must be proved with the code; '' for none. */
  readonly dpopJkt: string
  /** Normalised, each once, in the order of the request. */
  readonly scopes: readonly string[]
  /** First addresses of the resources that the grant is limited to; none for no limit. */
  readonly resources: readonly string[]
  /** Echoed byte for byte; '' when none was sent. */
  readonly state: string
  /** '' when none was sent. */
  readonly nonce: string
  readonly prompt: readonly Prompt[]
  readonly maxAgeSeconds: number | null
  readonly targetAcr: AcrLevel
  /** Subject of `id_token_hint`; '' when none was sent. */
  readonly hintSubject: string
  readonly uiLocales: readonly string[]
  /** Initial value of the email field; '' for none. */
  readonly loginHint: string
  /** The user asked for another account than the browser's; absent before that. */
  readonly wantsOtherAccount?: boolean
  /** Of the handle of the pushed request that it began with; absent for none. */
  readonly pushedHandleHash?: string
  /** The device that gets the answer in place of the redirect URI, which is '' then; absent for none. */
  readonly device?: RequestingDevice
}

/** A device whose code the user entered (RFC 8628). */
export interface RequestingDevice {
  readonly authorizationId: number
  /** The user typed the code, and did not follow an address with it. */
  readonly isCodeTyped: boolean
}

/** The origin of a request. */
export interface RequestOrigin {
  /** The client pushed it (RFC 9126), or this server stored it after its checks. */
  readonly isPushed: boolean
}

/**
 * Largest `max_age` that is stored, in seconds (68 years), because columns hold 32 bits. Higher values count as
 * this one.
 */
const largestMaxAge = 2 ** 31 - 1

/**
 * Reads an authorization request and checks it; the first failure is the answer. The checks that make the redirect
 * URI trusted come first. Unknown parameters are ignored, and empty ones count as absent (RFC 6749, section 3.1).
 * @throws AuthorizationPageError for a failure that the user sees on a page
 * @throws AuthorizationError for a failure that the client receives at its redirect URI
 */
export async function readAuthorizationRequest(
  ctx: Context,
  parameters: Parameters,
  { isPushed }: RequestOrigin = { isPushed: false },
): Promise<AuthorizationRequest> {
  const destination = await checkDestination(ctx, parameters)
  const draft = readDraft(ctx, parameters, destination, isPushed)
  const target = responseTarget(draft, destination)
  try {
    for (const check of requestChecks) await check(ctx, draft)
    return await accept(ctx, draft, target)
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    throw new AuthorizationError(error.error, error.description, {
      rule: error.rule,
      facts: error.facts,
      client: draft.client,
      target,
      silent: draft.prompt.includes('none'),
      ...(error instanceof AdministrativeScopeRefused && { administrativeScope: error.scope }),
    })
  }
}

function readDraft(
  ctx: Context,
  parameters: Parameters,
  destination: TrustedDestination,
  isPushed: boolean,
): Draft {
  const responseType = parameters.value('response_type') ?? ''
  const sent = parseScope(parameters.value('scope'))
  const scopes = withoutForbiddenOffline(ctx, destination.client, sent)
  return {
    parameters,
    isPushed,
    client: destination.client,
    responseType,
    responseMode: destination.responseMode,
    scopes: isImplicitShaped(responseType)
      ? scopes.filter((scope) => scope !== offlineAccessScope)
      : scopes,
    prompt: [...new Set(splitWords(parameters.value('prompt')))],
  }
}

/** The destination of every answer to this request, including errors of the later checks. */
function responseTarget(draft: Draft, { redirectUri }: TrustedDestination): ResponseTarget {
  const { parameters, responseType, responseMode } = draft
  return {
    redirectUri,
    responseType,
    responseMode: responseModeFor(responseType, responseMode),
    state: echoedState(parameters),
  }
}

/**
 * Returns '' for a repeated `state`, because neither value is known to be the client's. A `state` over the limit is
 * refused but still echoed (RFC 6749, section 4.1.2.1): it is no longer than the request was.
 */
function echoedState(parameters: Parameters): string {
  return parameters.repeated.includes('state') ? '' : (parameters.value('state') ?? '')
}

async function accept(
  ctx: Context,
  { parameters, client, responseType, scopes, prompt }: Draft,
  target: ResponseTarget,
): Promise<AuthorizationRequest> {
  const maxAge = parameters.value('max_age')
  const resources = await findResources(ctx, sentResources(ctx, parameters))
  const known = parseResponseType(responseType)
  if (!known) throw new Error('The response type was not checked.')
  return {
    hintSubject: await readHintSubject(ctx, parameters.value('id_token_hint')),
    client,
    redirectUri: target.redirectUri,
    responseType: known,
    responseMode: target.responseMode,
    codeChallenge: known === 'code' ? (parameters.value('code_challenge') ?? null) : null,
    dpopJkt: known === 'code' ? (sentKey(ctx, parameters) ?? '') : '',
    scopes,
    resources: resources.map(({ uri }) => uri),
    state: target.state,
    nonce: parameters.value('nonce') ?? '',
    prompt: prompt as readonly Prompt[],
    maxAgeSeconds: maxAge === undefined ? null : Math.min(Number(maxAge), largestMaxAge),
    targetAcr: chooseTargetAcr(parameters.value('acr_values'), client.defaultAcrLevel),
    uiLocales: readUiLocales(parameters.value('ui_locales')),
    loginHint: readLoginHint({
      value: parameters.value('login_hint'),
      repeated: parameters.repeated.includes('login_hint'),
    }),
  }
}

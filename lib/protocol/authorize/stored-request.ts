import type { Outcome } from '#lib/answers/outcome.ts'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { randomToken } from '#lib/base/crypto/random.ts'
import { type Parameters, parametersOf } from '#lib/base/text/parameters.ts'
import { splitWords } from '#lib/base/text/text.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import type { Context } from '#lib/context.ts'
import { isInUse } from '#lib/domain/clients/client-documents.ts'
import { noteOpened } from '#lib/domain/sign-in/open-sign-ins.ts'
import type { OAuthErrorCode } from '../errors.ts'
import { isDeliverable } from '../redirect-uri.ts'
import { sentResources } from '../resources.ts'
import { AuthorizationPageError } from './errors.ts'
import { isTooLong, maxParameterBytes, singleParameters } from './request-checks.ts'
import { modeOfRefusedObject } from './request-object.ts'
import { deliverError, type ResponseTarget } from './respond.ts'
import { sentKey } from './sent-key.ts'

/** The only parameter of a link to a stored request or error. */
export const handleParameter = 'request_handle'

const lifetimeSeconds = 300
/**
 * The maximum that an anonymous client can store per request, equal to the capacity of an address. It fits three
 * values of 4,096 bytes even if each character is a quote, which takes two bytes, plus 8 KiB of other values.
 */
const maxRequestBytes = 32 * 1024
/** Stored from a request in addition to the parameters that may be sent only once. */
const otherParameters = ['client_id', 'redirect_uri', 'login_hint', 'idp_hint'] as const
/** Only their presence is stored, because it suffices for the refusal. */
const refusedParameters = ['request', 'request_uri'] as const

/** The parameters of a POSTed request, as far as the endpoint reads them. */
interface StoredRequest {
  readonly kind: 'request'
  readonly values: Readonly<Record<string, string>>
  readonly repeated: readonly string[]
  /** All values of `resource`; absent in rows of earlier releases. */
  readonly resources?: readonly string[]
}

/** An error that is delivered when the user follows a link. */
interface StoredError {
  readonly kind: 'error'
  readonly clientIdentifier: string
  readonly target: ResponseTarget
  readonly error: OAuthErrorCode
  readonly description: string
}

/** The stored parameters to continue with, or the final answer. */
export type ConsumedRequest =
  | { readonly kind: 'parameters'; readonly parameters: Parameters }
  | { readonly kind: 'answer'; readonly outcome: Outcome }

/**
 * Stores the parameters of a POST for the GET that follows. Browsers omit the cookie of the sign-on session from a
 * cross-site POST, but send it with the GET.
 * @returns the address of that GET; it works once, for 5 minutes
 * @throws AuthorizationPageError `malformed_request`: more than an address may carry
 */
export async function storeRequest(ctx: Context, parameters: Parameters): Promise<string> {
  const text = textOfParameters(ctx, parameters)
  if (text === null) throw new AuthorizationPageError('malformed_request')
  return storeText(ctx, text)
}

/** The stored part of a request, as a text; null when it is more than an address may carry. */
export function textOfParameters(ctx: Context, parameters: Parameters): string | null {
  const values: Record<string, string> = {}
  for (const name of [...singleParameters, ...otherParameters]) {
    const value = parameters.sent(name)
    if (value !== undefined) values[name] = shortened(name, value)
  }
  for (const name of refusedParameters) {
    if (parameters.present(name)) values[name] = ''
  }
  const key = sentKey(ctx, parameters)
  if (key !== undefined) values.dpop_jkt = key
  const mode = parameters.value('response_mode') ?? modeOfRefusedObject(parameters)
  if (mode) values.response_mode = mode
  const repeated = parameters.repeated.filter((name) => name in values)
  const resources = sentResources(ctx, parameters)
  return boundedText({ kind: 'request', values, repeated, resources })
}

/**
 * Truncates a value that will be refused for its length, but keeps it too long. `state` stays whole, because the
 * refusal echoes it.
 */
function shortened(name: string, value: string): string {
  if (name === 'state' || !isTooLong(name, value)) return value
  const bytes = Buffer.from(name === 'scope' ? openIdFirst(value) : value)
  return bytes
    .subarray(0, maxParameterBytes + 1)
    .toString()
    .padEnd(maxParameterBytes + 1)
}

/** Checks that run before the length check depend on whether `openid` is among the scopes. */
function openIdFirst(scope: string): string {
  const isOpenId = (word: string) => Number(word === 'openid')
  return splitWords(scope)
    .toSorted((a, b) => isOpenId(b) - isOpenId(a))
    .join(' ')
}

/**
 * Stores an error that must be posted to the client, until the user follows the link to it.
 * @param description as it will be sent
 * @returns the address of the link; it works once, for 5 minutes
 */
export function storeError(
  ctx: Context,
  clientIdentifier: string,
  target: ResponseTarget,
  error: OAuthErrorCode,
  description: string,
): Promise<string> {
  return store(ctx, { kind: 'error', clientIdentifier, target, error, description })
}

/**
 * Consumes a handle, which works only once.
 * @param parameters of the GET: the handle must be the only one
 * @throws AuthorizationPageError `request_handle`: unknown, used, expired or not alone
 */
export async function consumeRequest(
  ctx: Context,
  parameters: Parameters,
): Promise<ConsumedRequest> {
  const handle = parameters.value(handleParameter)
  if (!handle || parameters.names.length > 1 || parameters.repeated.length > 0) {
    throw new AuthorizationPageError('request_handle')
  }
  const stored = await ctx.store.interactions.consumeRequest(sha256Hex(handle), ctx.now)
  if (stored === null) throw new AuthorizationPageError('request_handle')
  const request = JSON.parse(stored) as StoredRequest | StoredError
  return request.kind === 'request'
    ? { kind: 'parameters', parameters: restored(request) }
    : { kind: 'answer', outcome: await answer(ctx, request) }
}

/** The parameters in a text of `textOfParameters`. */
export function parametersOfText(text: string): Parameters {
  return restored(JSON.parse(text) as StoredRequest)
}

function restored({ values, resources = [], repeated }: StoredRequest): Parameters {
  return { ...parametersOf(values, { resource: resources }), repeated }
}

/**
 * Stores the handle of a pushed request like the parameters of any other.
 * @throws AuthorizationPageError `malformed_request`: more than an address may carry
 */
export function storePushedHandle(ctx: Context, parameters: Parameters): Promise<string> {
  const names = ['client_id', 'request_uri'] as const
  const sent = names.map((name) => [name, parameters.sent(name) ?? ''])
  const repeated = parameters.repeated.filter((name) => names.some((one) => one === name))
  const values = Object.fromEntries(sent)
  const text = boundedText({ kind: 'request', values, repeated, resources: [] })
  if (text === null) throw new AuthorizationPageError('malformed_request')
  return storeText(ctx, text)
}

/** The text of a request; null when it is more than an address may carry. */
function boundedText(request: StoredRequest): string | null {
  const text = JSON.stringify(request)
  return Buffer.byteLength(text) > maxRequestBytes ? null : text
}

function store(ctx: Context, request: StoredError): Promise<string> {
  return storeText(ctx, JSON.stringify(request))
}

async function storeText(ctx: Context, parameters: string): Promise<string> {
  const handle = randomToken()
  await ctx.store.interactions.insertRequest({
    handleHash: sha256Hex(handle),
    parameters,
    expiresAt: addSeconds(ctx.now, lifetimeSeconds),
  })
  noteOpened(ctx)
  return `${ctx.config.baseUrl}/auth/authorize?${handleParameter}=${handle}`
}

/** Checks again that the client and its redirect URI still exist since the link was shown. */
async function answer(ctx: Context, request: StoredError): Promise<Outcome> {
  const { target, error, description } = request
  const client = await ctx.configuration.client(request.clientIdentifier)
  const isOpen = client !== null && isInUse(ctx, client)
  if (!isOpen || !isDeliverable(client, target.redirectUri, target.responseType)) {
    const { clientIdentifier } = request
    const { redirectUri: sentRedirectUri } = target
    const details = { clientIdentifier, sentRedirectUri }
    throw new AuthorizationPageError('redirect_uri_not_registered', {}, details)
  }
  return deliverError(ctx, target, error, description)
}

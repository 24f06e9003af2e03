import type { Context } from '#lib/context.ts'
import { noteOpened } from '#lib/domain/open-sign-ins.ts'
import { addSeconds } from '#lib/kernel/clock.ts'
import { sha256Hex } from '#lib/kernel/hash.ts'
import type { Outcome } from '#lib/kernel/outcome.ts'
import type { Parameters } from '#lib/kernel/parameters.ts'
import { randomToken } from '#lib/kernel/random.ts'
import { splitWords } from '#lib/kernel/text.ts'
import type { OAuthErrorCode } from '../errors.ts'
import { AuthorizationPageError } from './errors.ts'
import { isDeliverable } from './redirect-uri.ts'
import { isTooLong, maxParameterBytes, singleParameters } from './request-checks.ts'
import { modeOfRefusedObject } from './request-object.ts'
import { deliverError, type ResponseTarget } from './respond.ts'

/** The one parameter of a link that fetches what was handed over. */
export const handleParameter = 'request_handle'

const lifetimeSeconds = 300
/**
 * The most that a stranger can have stored by one request: as much as an address may carry. Three values of
 * 4,096 bytes fit even where each character is a quote, which takes two, and 8 KiB of others beside them.
 */
const maxRequestBytes = 32 * 1024
/** Read from a request besides the parameters that may be sent once only. */
const otherParameters = ['client_id', 'redirect_uri', 'login_hint'] as const
/** Their values are never read: being there is enough to be refused. */
const refusedParameters = ['request', 'request_uri'] as const

/** The parameters of a POSTed request, as far as they are read. */
interface StoredRequest {
  readonly kind: 'request'
  readonly values: Readonly<Record<string, string>>
  readonly repeated: readonly string[]
}

/** An error that waits for the person to follow a link. */
interface StoredError {
  readonly kind: 'error'
  readonly clientIdentifier: string
  readonly target: ResponseTarget
  readonly error: OAuthErrorCode
  readonly description: string
}

/** What a handle led to: parameters to go on with, or the answer itself. */
export type ConsumedRequest =
  | { readonly kind: 'parameters'; readonly parameters: Parameters }
  | { readonly kind: 'answer'; readonly outcome: Outcome }

/**
 * Hands the parameters of a POST over to the GET that follows it: browsers leave cookies of the
 * sign-on session out of a POST from another site, but send them with the GET.
 * @returns the address of that GET; it works once, for 5 minutes
 * @throws AuthorizationPageError `malformed_request`: more than an address may carry
 */
export async function storeRequest(ctx: Context, parameters: Parameters): Promise<string> {
  const values: Record<string, string> = {}
  for (const name of [...singleParameters, ...otherParameters]) {
    const value = parameters.sent(name)
    if (value !== undefined) values[name] = shortened(name, value)
  }
  for (const name of refusedParameters) if (parameters.present(name)) values[name] = ''
  const mode = parameters.value('response_mode') ?? modeOfRefusedObject(parameters)
  if (mode) values.response_mode = mode
  const repeated = parameters.repeated.filter((name) => name in values)
  const request: StoredRequest = { kind: 'request', values, repeated }
  if (Buffer.byteLength(JSON.stringify(request)) > maxRequestBytes) {
    throw new AuthorizationPageError('malformed_request')
  }
  return store(ctx, request)
}

/** A value that will be refused for its length is kept no longer than that takes; `state` goes back with the refusal. */
function shortened(name: string, value: string): string {
  if (name === 'state' || !isTooLong(name, value)) return value
  const bytes = Buffer.from(name === 'scope' ? openIdFirst(value) : value)
  return bytes
    .subarray(0, maxParameterBytes + 1)
    .toString()
    .padEnd(maxParameterBytes + 1)
}

/** Refusals that come before that of the length depend on whether `openid` is among the scopes. */
function openIdFirst(scope: string): string {
  const isOpenId = (word: string) => Number(word === 'openid')
  return splitWords(scope)
    .toSorted((a, b) => isOpenId(b) - isOpenId(a))
    .join(' ')
}

/**
 * Keeps an error that must be posted to the client until the person follows the link to it.
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
 * Takes what a handle stands for; nobody gets it twice.
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
    ? { kind: 'parameters', parameters: asParameters(request) }
    : { kind: 'answer', outcome: await answer(ctx, request) }
}

async function store(ctx: Context, request: StoredRequest | StoredError): Promise<string> {
  const handle = randomToken()
  await ctx.store.interactions.insertRequest({
    handleHash: sha256Hex(handle),
    parameters: JSON.stringify(request),
    expiresAt: addSeconds(ctx.now, lifetimeSeconds),
  })
  noteOpened(ctx)
  return `${ctx.config.baseUrl}/auth/authorize?${handleParameter}=${handle}`
}

/** The client or its redirect URI may have gone since the link was shown. */
async function answer(ctx: Context, request: StoredError): Promise<Outcome> {
  const { target, error, description } = request
  const client = await ctx.configuration.client(request.clientIdentifier)
  if (!client?.enabled || !isDeliverable(client, target.redirectUri, target.responseType)) {
    throw new AuthorizationPageError(
      'redirect_uri_not_registered',
      {},
      request.clientIdentifier,
      target.redirectUri,
    )
  }
  return deliverError(target, error, description)
}

function asParameters({ values, repeated }: StoredRequest): Parameters {
  const sent = new Map(Object.entries(values))
  return {
    value: (name) => sent.get(name) || undefined,
    present: (name) => sent.has(name),
    sent: (name) => sent.get(name),
    repeated,
    names: [...sent.keys()],
  }
}

import { noStore, type Outcome } from '#lib/answers/outcome.ts'
import { Refusal, refuse } from '#lib/answers/refusal.ts'
import type { Contract, StreamedFile } from '#lib/api/contract/define.ts'
import { maxEntries, shortenLists } from '#lib/api/contract/long-lists.ts'
import type { Input, Operation } from '#lib/api/operation.ts'
import { acceptedScopes } from '#lib/api/scopes.ts'
import { isForm } from '#lib/base/network/incoming.ts'
import { decoded } from '#lib/base/network/url.ts'
import { noParameters } from '#lib/base/text/parameters.ts'
import { type Context, noteSubject } from '#lib/context.ts'
import { mayAdministerForUsers } from '#lib/domain/permissions/administrators.ts'
import { builtInResource } from '#lib/domain/permissions/built-in.ts'
import type { Caller, UserCaller } from '#lib/domain/permissions/caller.ts'
import { noLongerHeld } from '#lib/domain/permissions/still-held.ts'
import { protocolFeatures } from '#lib/domain/settings/protocol-features.ts'
import { invalidField, invalidValue } from '#lib/domain/values/validation.ts'
import {
  authenticateCaller,
  type PresentedToken,
  presentedToken,
  TokenRefusal,
} from '#lib/protocol/access-token.ts'
import {
  findHeaderToken,
  type TokenCarrier,
  type TokenScheme,
  transportDescriptions,
} from '#lib/protocol/bearer.ts'
import { nextNonce } from '#lib/protocol/dpop/next-nonce.ts'
import type { MaybeProvingRequest } from '#lib/protocol/dpop/proof.ts'
import { runtime } from '#lib/runtime.ts'
import { apiFailure, refusalOfToken } from './api-failures.ts'
import { contextFor, requestIdOf } from './context.ts'
import {
  type Answer,
  type HttpRequest,
  httpMethods,
  methodRefusal,
  type RouteFunction,
  routeFunction,
} from './exchange.ts'
import { readForm, readHead } from './incoming.ts'
import { readBody } from './read-body.ts'
import { recordApiRefusal } from './refusals-of-apis.ts'
import { answerOf } from './respond.ts'
import { readUpload } from './upload.ts'

/** In bytes. The Admin API accepts long lists; every body of the Account API is small. */
const jsonBodyLimits = { admin: 1024 * 1024, account: 64 * 1024 }
/** In bytes. A form is read before the caller is authenticated, so the limit is that of the other endpoints. */
const formLimit = 64 * 1024

/**
 * Makes the functions that an API route file exports, one per operation's method. Other methods get 405 with `Allow`.
 */
export function route(
  ...operations: Operation[]
): Record<(typeof httpMethods)[number], RouteFunction> {
  const byMethod = new Map(operations.map((one) => [one.contract.method as string, one]))
  const refuseMethod = methodRefusal([...byMethod.keys()])
  const entries = httpMethods.map((method) => {
    const found = byMethod.get(method)
    return [method, found ? routeFunction((request) => answer(found, request)) : refuseMethod]
  })
  return Object.fromEntries(entries)
}

async function answer(operation: Operation, request: HttpRequest): Promise<Answer> {
  const { config, log } = await runtime()
  const requestId = requestIdOf(request)
  let ctx: Context | undefined
  try {
    ctx = { ...(await contextFor(request, requestId)), isApiRequest: true }
    const input = await admit(ctx, operation.contract, request)
    const answered = await operation.handle(ctx, input)
    if (operation.contract.files) return answerOf(fileOutcome(answered as StreamedFile), config)
    const body = operation.contract.response.parse(answered) as object
    const status = operation.contract.status ?? 200
    const more = nextNonce(ctx, dpopOf(request))
    return answerOf({ kind: 'json', status, body, headers: noStore }, config, more)
  } catch (error) {
    const scheme = ctx ? schemeOf(ctx, request) : 'Bearer'
    const outcome = apiFailure(ctx ?? { log, requestId }, error, operation.contract, scheme)
    const more = ctx ? nextNonce(ctx, dpopOf(request)) : {}
    if (ctx && error instanceof Refusal && 'status' in outcome) {
      recordApiRefusal(ctx, operation.contract, error, outcome.status)
    }
    return answerOf(outcome, config, more)
  }
}

function dpopOf({ headers }: HttpRequest): string | undefined {
  return headers.get('dpop') ?? undefined
}

/** The scheme that the request's token was sent with. */
function schemeOf(ctx: Context, { headers }: HttpRequest): TokenScheme {
  const carrier = { authorization: headers.get('authorization'), form: noParameters }
  const found = findHeaderToken(carrier, protocolFeatures(ctx))
  return found.kind === 'token' ? found.scheme : 'Bearer'
}

function fileOutcome({ contentType, fileName, body }: StreamedFile): Outcome {
  const headers = { ...noStore, 'Content-Disposition': `attachment; filename="${fileName}"` }
  return { kind: 'stream', status: 200, contentType, body, headers }
}

/**
 * The gate (docs/specification.md "Bearer tokens for the APIs"): authenticates the caller and reads the request. The
 * body is read after authentication, and a file only when the operation asks for it, so unauthorized callers use no
 * memory. Only a form is read first, because it may contain a second token.
 */
async function admit(
  ctx: Context,
  contract: Contract,
  request: HttpRequest,
): Promise<Input<Contract>> {
  const head = readHead(request, ctx.config)
  const limit = jsonBodyLimits[contract.access === 'account' ? 'account' : 'admin']
  const formBody = isForm(head) ? await readBody(request, formLimit) : undefined
  const form = formBody === undefined ? noParameters : readForm(formBody)
  const caller = await findCaller(ctx, contract, { ...head, form })
  const params = readParams(contract, head.path)
  const query = readQuery(contract, request)
  const isRead = formBody !== undefined || !contract.body
  const body = isRead ? (formBody ?? null) : await readBody(request, limit)
  return {
    caller,
    authorized: { caller, method: contract.method, route: contract.path },
    params,
    query,
    body: () => readJson(contract, body),
    upload: (maxBytes = ctx.config.profilePictureMaxBytes) => readUpload(request, maxBytes),
  } as Input<Contract>
}

/**
 * Authenticates the caller. The Account API checks scope and kind of the token before it loads user and session. The
 * Admin API checks them afterwards: a revoked token gets 401 even if its scope is insufficient. Both APIs count only
 * scopes that are still held.
 * The Admin API accepts a user's token only from the authorization code flow, and only while the client may request
 * administrative scopes for users (docs/specification.md "Which tokens each API accepts").
 * @throws Refusal INVALID_REQUEST, ACCESS_TOKEN_REQUIRED, INVALID_TOKEN, INSUFFICIENT_SCOPE, USER_CONTEXT_REQUIRED
 */
async function findCaller(
  ctx: Context,
  contract: Contract,
  carrier: TokenCarrier & MaybeProvingRequest,
): Promise<Caller> {
  const found = findHeaderToken(carrier, protocolFeatures(ctx))
  if (found.kind === 'refused') {
    throw refuse('INVALID_REQUEST', { description: transportDescriptions[found.reason] })
  }
  if (found.kind === 'none') throw refuse('ACCESS_TOKEN_REQUIRED')
  try {
    return await admitCaller(ctx, contract, presentedToken(found, carrier))
  } catch (error) {
    throw refusalOfToken(ctx, error, found.scheme, contract)
  }
}

async function admitCaller(
  ctx: Context,
  contract: Contract,
  presented: PresentedToken,
): Promise<Caller> {
  const isAccount = contract.access === 'account'
  let granted: readonly string[] = []
  const caller = await authenticateCaller(ctx, presented, (claims) => {
    if (!claims.audiences.includes(builtInResource.identifier)) throw new TokenRefusal('invalid')
    granted = claims.scopes
    if (!isAccount) return
    requireScope(contract, granted)
    if (claims.authTimeSeconds === null) throw refuse('USER_CONTEXT_REQUIRED')
  })
  noteCaller(ctx, caller)
  requireScope(contract, granted)
  requireScope(contract, caller.scopes, noLongerHeld)
  if (!isAccount && caller.kind === 'user') requireAdministration(caller)
  return caller
}

function noteCaller(ctx: Context, caller: Exclude<Caller, { kind: 'operator' }>): void {
  const { id: clientId, clientIdentifier } = caller.client
  const user = caller.kind === 'user' ? { userId: caller.user.id } : {}
  noteSubject(ctx, { clientId, clientIdentifier, ...user })
}

function requireAdministration({ byCode, client }: UserCaller): void {
  const refused = (description: string) => refuse('INSUFFICIENT_SCOPE', { description })
  if (!byCode) {
    throw refused('The Admin API takes tokens of users from the authorization code flow only.')
  }
  if (!mayAdministerForUsers(client)) {
    throw refused('The client is no longer allowed to request administrative scopes for users.')
  }
}

function requireScope(contract: Contract, scopes: readonly string[], description?: string): void {
  if (acceptedScopes(contract).some((scope) => scopes.includes(scope))) return
  throw refuse('INSUFFICIENT_SCOPE', description === undefined ? {} : { description })
}

const largestId = 2n ** 63n - 1n

/** Reads path values by the contract's template, because route files may use other parameter names. */
function readParams(contract: Contract, path: string): unknown {
  if (!contract.params) return undefined
  const sent = path.split('/')
  const values: Record<string, string> = {}
  for (const [index, segment] of contract.path.split('/').entries()) {
    const name = /^\{(.+)\}$/.exec(segment)?.[1]
    if (name) values[name] = decoded(sent[index] ?? '')
  }
  const parsed = contract.params.safeParse(values)
  if (parsed.success) return parsed.data
  const name = parsed.error.issues[0]?.path.join('.')
  const description = `The '${name}' of the path is no id: ids are positive whole numbers up to ${largestId}.`
  throw invalidValue(description)
}

function readQuery(contract: Contract, request: HttpRequest): unknown {
  if (!contract.query) return undefined
  const values = Object.fromEntries(new URL(request.url).searchParams)
  const parsed = contract.query.safeParse(values)
  if (parsed.success) return parsed.data
  const field = parsed.error.issues[0]?.path.join('.') ?? 'query'
  throw invalidValue(`The value of '${field}' is not valid.`)
}

function readJson(contract: Contract, body: Uint8Array | null): unknown {
  if (!contract.body) return undefined
  const sent = parseJson(body)
  const tooLong = shortenLists(contract.body, sent)
  const parsed = contract.body.safeParse(sent)
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join('.')
    throw refuse('INVALID_REQUEST_BODY', {
      ...(field && { description: `The field '${field}' has the wrong form.` }),
    })
  }
  if (tooLong[0]) throw invalidField(tooLong[0], `may have at most ${maxEntries} entries`)
  return parsed.data
}

function parseJson(body: Uint8Array | null): unknown {
  if (!body) throw refuse('INVALID_REQUEST_BODY', { description: 'The request body is too large.' })
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw refuse('INVALID_REQUEST_BODY')
  }
}

import type { Outcome } from '#lib/answers/outcome.ts'
import type { Incoming } from '#lib/base/network/incoming.ts'
import type { Context } from '#lib/context.ts'
import { recordRefusal } from '#lib/domain/audit/refusal-recorder.ts'
import { nextNonce } from '#lib/protocol/dpop/next-nonce.ts'
import { OAuthError } from '#lib/protocol/errors.ts'
import { runtime } from '#lib/runtime.ts'
import { contextFor, requestIdOf } from './context.ts'
import { type CorsPolicy, corsHeaders, preflightHeaders } from './cors.ts'
import {
  type Answer,
  type HttpRequest,
  type httpMethods,
  methodRefusal,
  type RouteFunction,
  routeFunction,
  type Segment,
} from './exchange.ts'
import { type FailureShape, failureOutcome } from './failures.ts'
import { readIncoming } from './incoming.ts'
import { pageSettingsOf } from './page-settings.ts'
import { answerOf } from './respond.ts'
import { failedOriginCheck } from './same-origin.ts'

/** The implementation of a protocol endpoint. */
export type Handler = (ctx: Context, incoming: Incoming) => Promise<Outcome>

interface EndpointOptions {
  readonly failures: FailureShape
  readonly cors?: CorsPolicy
  /**
   * Answers from the remembered configuration while the database is unreachable. For the keys and metadata that
   * resource servers verify tokens with, for images that applications show, and for the documentation, which operators
   * read then. An answer that depends on the database may be reused for a minute.
   */
  readonly fromMemory?: true
  /** Largest body, in bytes. */
  readonly bodyLimit?: number
  /** No `HEAD`, because the endpoint's `GET` has an effect (logout) or requires a token. */
  readonly head?: false
  /**
   * The endpoint relies on cookies: POSTs from other origins are refused, unless this function permits them. With
   * `console`, pages of the console post here too, from its own origin if it has one.
   */
  readonly sameOrigin?: true | 'console' | ((incoming: Incoming) => boolean)
}

const defaultBodyLimit = 64 * 1024

/**
 * Makes the functions that a route file exports. `HEAD` answers like `GET` without a body unless the options exclude
 * it, and `OPTIONS` answers preflights. Every other method gets 405 with `Allow`.
 */
export function endpoint(
  handlers: { readonly GET?: Handler; readonly POST?: Handler },
  options: EndpointOptions,
): Record<(typeof httpMethods)[number], RouteFunction> {
  const { GET: getting } = handlers
  const answersHead = getting && options.head !== false
  const allow = Object.keys(handlers).concat(answersHead ? 'HEAD' : [], 'OPTIONS')
  const refuseMethod = methodRefusal(allow)
  const route = (handler: Handler | undefined): RouteFunction =>
    handler
      ? routeFunction((request, segment) => answer(handler, options, request, segment))
      : refuseMethod
  return {
    GET: route(getting),
    HEAD: answersHead
      ? routeFunction(async (request, segment) => ({
          ...(await answer(getting, options, request, segment)),
          body: null,
        }))
      : refuseMethod,
    POST: route(handlers.POST),
    PUT: refuseMethod,
    PATCH: refuseMethod,
    DELETE: refuseMethod,
    OPTIONS: route(async () => ({
      kind: 'empty',
      status: 204,
      headers: { Allow: allow.join(', ') },
    })),
  }
}

async function answer(
  handler: Handler,
  options: EndpointOptions,
  request: HttpRequest,
  segment?: Segment,
): Promise<Answer> {
  const { config, log } = await runtime()
  const requestId = requestIdOf(request)
  let cors: Record<string, string> = {}
  let ctx: Context | undefined
  let incoming: Incoming | undefined
  let outcome: Outcome
  try {
    ctx = await contextFor(request, requestId, options)
    cors = await corsHeaders(ctx, options.cors ?? 'none', request)
    incoming = await readIncoming(
      request,
      config,
      options.bodyLimit ?? defaultBodyLimit,
      // Endpoints with a catch-all segment read the path as sent, not the list of its values.
      (await segment?.params) as Readonly<Record<string, string>> | undefined,
    )
    outcome =
      request.method === 'POST' && isForeign(request, incoming, options, ctx)
        ? crossSite
        : await handler(ctx, incoming)
  } catch (error) {
    if (ctx && error instanceof OAuthError) recordOAuthError(ctx, incoming, error)
    outcome = failureOutcome(
      ctx ?? { log, requestId },
      error,
      options.failures,
      retryAddress(request, incoming),
    )
  }
  if (request.method === 'OPTIONS') cors = preflightHeaders(ctx, cors, request)
  else if (ctx) cors = { ...cors, ...nextNonce(ctx, incoming?.dpop) }
  if (!ctx || outcome.kind !== 'page') {
    return answerOf(inChosenLanguage(outcome, ctx), config, cors, ctx?.acceptLanguage)
  }
  return {
    ...answerOf(outcome, config, cors),
    settings: await pageSettingsOf(ctx.settings, config),
  }
}

/** The page of a form post in the language that the visitor chose. */
function inChosenLanguage(outcome: Outcome, ctx: Context | undefined): Outcome {
  const { tag = '', isOfThisSignIn = false } = ctx?.chosenLanguage ?? {}
  if (outcome.kind !== 'form-post' || tag === '') return outcome
  const asked = outcome.uiLocales ?? []
  return { ...outcome, uiLocales: isOfThisSignIn ? [tag, ...asked] : [...asked, tag] }
}

/**
 * The address that loads the failed page again and posts nothing: that of the request, or of the step that a form
 * belongs to.
 */
function retryAddress({ method, url }: HttpRequest, incoming: Incoming | undefined): string {
  const [, path = '/', query = ''] = /^https?:\/\/[^/?#]*(\/[^/?#][^?#]*)(\?[^#]*)?/.exec(url) ?? []
  if (method !== 'POST') return path + query
  const interaction = incoming?.form?.value('ceremonyId')?.split('.', 1)[0]
  return interaction ? `${path}?${new URLSearchParams({ ceremony: interaction })}` : path
}

function recordOAuthError(ctx: Context, incoming: Incoming | undefined, refused: OAuthError): void {
  const { error, rule, status, facts } = refused
  const clientIdentifier =
    typeof facts?.clientIdentifier === 'string' ? facts.clientIdentifier : undefined
  const endpoint = incoming?.path ?? ''
  recordRefusal(ctx, { endpoint, rule, error, status, facts, clientIdentifier })
}

function isForeign(
  request: HttpRequest,
  incoming: Incoming,
  { sameOrigin }: EndpointOptions,
  ctx: Context,
): boolean {
  if (!sameOrigin) return false
  const { baseUrl, adminConsoleUrl } = ctx.config
  const isOfConsole = sameOrigin === 'console'
  const check = failedOriginCheck(request, baseUrl, ...(isOfConsole ? [adminConsoleUrl] : []))
  if (!check || (typeof sameOrigin === 'function' && sameOrigin(incoming))) return false
  const { requestId } = ctx
  ctx.log.warn({ requestId, path: incoming.path, check }, 'refused a cross-site form')
  return true
}

const crossSite: Outcome = {
  kind: 'text',
  status: 403,
  body: 'We couldn’t accept this form. It came from another website. Open the page again and try once more.\n',
}

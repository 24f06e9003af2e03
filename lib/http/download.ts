import type { Outcome } from '#lib/answers/outcome.ts'
import type { Context } from '#lib/context.ts'
import { runtime } from '#lib/runtime.ts'
import { contextFor, requestIdOf } from './context.ts'
import { cookieName, cookieValues } from './cookies.ts'
import {
  type Answer,
  type HttpRequest,
  type httpMethods,
  methodRefusal,
  type RouteFunction,
  routeFunction,
} from './exchange.ts'
import { failureOutcome } from './failures.ts'
import { readHead } from './incoming.ts'
import { answerOf } from './respond.ts'

/** A request for a file of the console. */
export interface DownloadRequest {
  readonly path: string
  readonly query: URLSearchParams
  /** The console's session cookie; null without one. */
  readonly session: string | null
  /** Tells the time, which moves on while a long answer is made. */
  readonly clock: () => Date
  /** What the browser keeps of a list; '' for nothing. */
  listChoice(list: string): string
}

/** Makes the functions of a route file that answers with a file of the console. A failure is a page, never half a file. */
export function download(
  handler: (ctx: Context, request: DownloadRequest) => Promise<Outcome>,
): Record<(typeof httpMethods)[number], RouteFunction> {
  const refuse = methodRefusal(['GET'])
  const get = routeFunction((request) => answer(handler, request))
  return {
    GET: get,
    HEAD: refuse,
    POST: refuse,
    PUT: refuse,
    PATCH: refuse,
    DELETE: refuse,
    OPTIONS: refuse,
  }
}

async function answer(
  handler: (ctx: Context, request: DownloadRequest) => Promise<Outcome>,
  request: HttpRequest,
): Promise<Answer> {
  const { config, log, clock } = await runtime()
  const requestId = requestIdOf(request)
  const { path, cookies } = readHead(request, config)
  const search = request.url.split('?')[1]?.split('#')[0] ?? ''
  try {
    const ctx = await contextFor(request, requestId)
    const sent = cookieValues(request.headers.get('cookie') ?? '')
    const outcome = await handler(ctx, {
      path,
      query: new URLSearchParams(search),
      session: cookies.console,
      clock,
      listChoice: (list) => sent.get(cookieName(`list-${list}`, config)) ?? '',
    })
    return answerOf(outcome, config)
  } catch (error) {
    const retry = search ? `${path}?${search}` : path
    return answerOf(failureOutcome({ log, requestId }, error, 'page', retry), config)
  }
}

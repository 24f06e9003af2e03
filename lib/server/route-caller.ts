import { type IncomingMessage, ServerResponse } from 'node:http'
import {
  type Answer,
  type HttpRequest,
  httpMethods,
  type RouteCall,
  type RouteFunction,
  withRouteCall,
} from '#lib/http/exchange.ts'
import type { NextHandler } from './next-renderer.ts'
import { loadRoute, type Route, type RouteModule } from './router.ts'

/** Calls the function that a route file exports for the request's method. */
export type RouteCaller = (
  route: Route,
  request: HttpRequest,
  req: IncomingMessage,
) => Promise<Answer>

/** Calls the route file itself, without Next. */
export const callRoute: RouteCaller = async ({ template, params }, request) => {
  const module = await loadRoute(template)
  const handler = handlerOf(module, request.method)
  if (handler) return handler.answer(request, { params: Promise.resolve(params) })
  return methodNotAllowed(httpMethods.filter((name) => handlerOf(module, name)))
}

/**
 * Lets Next call the route file, for development: Next loads a file again after an edit of it or of a module that it
 * imports. The answer comes back as data, so everything after it is as in production.
 */
export function routeCallerOf(next: NextHandler): RouteCaller {
  return async (_route, request, req) => {
    if (!isWebMethod(request.method)) return methodNotAllowed([])
    const call: RouteCall = { request }
    const unsent = new ServerResponse(req)
    await withRouteCall(call, () => next(req, unsent))
    if (call.answer) return call.answer
    if (unsent.statusCode >= 500) throw new Error('Next.js could not load the route file.')
    return methodNotAllowed([])
  }
}

/** The function for a method. A method that no web request can have (`TRACE`) gets the route's own refusal. */
function handlerOf(module: RouteModule, method: string): RouteFunction | undefined {
  const found = isWebMethod(method) ? module[method] : undefined
  // `HEAD` reports the lengths of `GET`, also of a compressed answer (RFC 9110 section 8.6). The body is not sent.
  if (method === 'HEAD' && !found?.refuses) return module.GET
  if (found) return found
  return Object.values(module).find((one) => one?.refuses)
}

function isWebMethod(method: string): boolean {
  return (httpMethods as readonly string[]).includes(method)
}

/** RFC 9110 section 15.5.6. */
function methodNotAllowed(allowed: readonly string[]): Answer {
  const headers = { Allow: allowed.join(', '), 'Cache-Control': 'no-store' }
  return { status: 405, headers, cookies: [], body: null }
}

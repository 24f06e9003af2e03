import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { metrics } from '#lib/base/log/metrics.ts'
import { isTrustedPeer } from '#lib/base/network/ip.ts'
import { areaOf } from '#lib/console/addresses.ts'
import { type HttpRequest, httpMethods } from '#lib/http/exchange.ts'
import { viewAnswer } from '#lib/http/respond.ts'
import { securityHeaders } from '#lib/http/security-headers.ts'
import { isUnservedWellKnown, unservedWellKnown } from '#lib/http/unserved-well-known.ts'
import type { Runtime } from '#lib/runtime.ts'
import { answerLogged } from './api-request-log.ts'
import { compressedAnswer } from './compressed-answers.ts'
import { watchForwardedPrefix } from './forwarded-prefix.ts'
import {
  type CommonHead,
  requestTarget,
  sendAnswer,
  setHead,
  toHttpRequest,
} from './node-adapter.ts'
import { pagePath } from './page-path.ts'
import type { Pages } from './pages.ts'
import { requestIdOf } from './request-id.ts'
import { logRequest } from './request-log.ts'
import { measureRequest } from './request-metrics.ts'
import { callRoute, type RouteCaller } from './route-caller.ts'
import { findRoute, type Route } from './router.ts'
import { isRouterState } from './router-state.ts'
import { isStaticFile } from './static-files.ts'

/** Characters permitted in `Host` (RFC 9110 section 7.2). */
const uriHost = /^[\w.~!$&'()*+,;=:%[\]-]*$/
const webMethods: ReadonlySet<string> = new Set(httpMethods)

/** What answers requests. */
interface Parts {
  readonly runtime: Runtime
  readonly pages: Pages
  readonly callRoute: RouteCaller
}

/**
 * Makes the function that answers every HTTP request: the paths of route files through their functions, all others
 * through Next. A failure affects only its own request: it is logged and answered with 500.
 * @param call calls route files
 */
export function makeListener(
  runtime: Runtime,
  pages: Pages,
  call: RouteCaller = callRoute,
): RequestListener {
  const { config, log } = runtime
  const parts: Parts = { runtime, pages, callRoute: call }
  const common = securityHeaders(config)
  const counted = metrics()
  const watchPrefix = watchForwardedPrefix(runtime)
  return (req, res) => {
    const isTrusted = isTrustedPeer(req.socket.remoteAddress ?? '', config)
    const requestId = requestIdOf(req, isTrusted)
    if (isTrusted) watchPrefix(req)
    if (config.logHttpRequests) logRequest(runtime, req, res, requestId)
    if (counted) measureRequest(counted, req, res)
    const head: CommonHead = { common, requestId }
    answer(parts, req, res, head).catch((error: unknown) => {
      log.error({ err: error, requestId }, 'request failed')
      sendFailure(res, head)
    })
  }
}

async function answer(
  parts: Parts,
  req: IncomingMessage,
  res: ServerResponse,
  head: CommonHead,
): Promise<void> {
  if (!hasHost(req)) return refuse(req, res, head, 400, { Connection: 'close' })
  const target = requestTarget(req)
  // Next would redirect to another host if the request line names one.
  req.url = target
  const path = target.split('?', 1)[0] ?? '/'
  const route = findRoute(path)
  if (isUnservedWellKnown(path, route?.template ?? null)) {
    return answerUnserved(parts, target, req, res, head)
  }
  if (!route) return answerPage(parts, path, req, res, head)
  // An empty answer makes Next's router load the whole address, so an endpoint does not run twice. The APIs have no
  // pages, and all their answers have the envelope.
  const isApi = route.template.startsWith('/api/')
  if (req.headers.rsc !== undefined && !isApi) return refuse(req, res, head, 406)
  return answerRoute(parts, route, req, res, head)
}

async function answerUnserved(
  { runtime: { config } }: Parts,
  target: string,
  req: IncomingMessage,
  res: ServerResponse,
  head: CommonHead,
): Promise<void> {
  const request = toHttpRequest(req, config.baseUrl, target, head.requestId)
  const method = httpMethods.find((known) => known === request.method) ?? 'POST'
  const answer = await unservedWellKnown[method].answer(request)
  sendAnswer(answer, res, head, request.method !== 'HEAD')
}

async function answerRoute(
  { runtime: { config, log }, pages, callRoute }: Parts,
  route: Route,
  req: IncomingMessage,
  res: ServerResponse,
  head: CommonHead,
): Promise<void> {
  const request = toHttpRequest(req, config.baseUrl, requestTarget(req), head.requestId)
  const call = (seen: HttpRequest) => callRoute(route, seen, req)
  const answer = config.debugApiRequests
    ? await answerLogged(log, head.requestId, request, call)
    : await call(request)
  // The client has disconnected and would not see a page.
  if (req.socket.destroyed) return
  if (answer.view) return pages.serveView(req, res, head, { ...answer, view: answer.view })
  const acceptEncoding = String(req.headers['accept-encoding'] ?? '')
  const withBody = request.method !== 'HEAD'
  const sent = await compressedAnswer(answer, acceptEncoding)
  sendAnswer(sent, res, head, withBody, (error) => {
    log.error({ err: error, requestId: head.requestId }, 'answer broke off')
  })
}

/** @param path as sent */
async function answerPage(
  { pages, runtime }: Parts,
  path: string,
  req: IncomingMessage,
  res: ServerResponse,
  head: CommonHead,
): Promise<void> {
  const { method = 'GET', url = '/', headers } = req
  const plain = pagePath(path)
  // Only console pages are linked with Next's router, and Next fails on forged headers of it.
  const isUsable =
    areaOf(plain) === null
      ? headers.rsc === undefined
      : isRouterState(headers['next-router-state-tree'])
  if (!isUsable) return refuse(req, res, head, 406)
  req.url = plain + url.slice(path.length)
  if (method === 'GET' || method === 'HEAD') return pages.serve(req, res, head, plain)
  if (isMethodTheError(method, plain)) return refuse(req, res, head, 405, { Allow: 'GET, HEAD' })
  const notFound = viewAnswer(404, { page: 'not-found', uiLocales: [] }, runtime.config)
  return pages.serveView(req, res, head, notFound)
}

/**
 * Whether the method is the error (405) rather than the path (404). An unsupported method is an error on every path.
 */
function isMethodTheError(method: string, path: string): boolean {
  const isPage = path === '/' || areaOf(path) !== null
  return !webMethods.has(method) || isPage || isStaticFile(path, false)
}

/** Whether the request has exactly one `Host` (RFC 9112 section 3.2): several arrive joined by a comma and a blank. */
function hasHost({ headers: { host }, httpVersion }: IncomingMessage): boolean {
  return host === undefined ? httpVersion !== '1.1' : uriHost.test(host)
}

/** Sends an empty answer to a request that no endpoint sees. */
function refuse(
  req: IncomingMessage,
  res: ServerResponse,
  head: CommonHead,
  status: number,
  more: Readonly<Record<string, string>> = {},
): void {
  const headers = { ...more, 'Cache-Control': 'no-store' }
  sendAnswer({ status, headers, cookies: [], body: null }, res, head, req.method !== 'HEAD')
}

function sendFailure(res: ServerResponse, head: CommonHead): void {
  if (res.headersSent) {
    res.destroy()
    return
  }
  setHead(res, head)
  // Through the response's own functions: a page that failed replaces the text by its explanation.
  res.statusCode = 500
  res.setHeader('Content-Type', 'text/plain; charset=utf-8')
  res.setHeader('Cache-Control', 'no-store')
  res.end(`Internal server error. Request id: ${head.requestId}\n`)
}

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { areaOf } from '#lib/console/addresses.ts'
import { type HttpRequest, httpMethods } from '#lib/http/exchange.ts'
import { viewAnswer } from '#lib/http/respond.ts'
import { securityHeaders } from '#lib/http/security-headers.ts'
import { isTrustedPeer } from '#lib/kernel/ip.ts'
import { metrics } from '#lib/kernel/metrics.ts'
import { orderedUuid } from '#lib/kernel/random.ts'
import type { Runtime } from '#lib/runtime.ts'
import { answerLogged } from './api-request-log.ts'
import { compressedAnswer } from './compressed-answers.ts'
import { type CommonHead, requestTarget, sendAnswer, toHttpRequest } from './convert.ts'
import { pagePath } from './page-path.ts'
import type { Pages } from './pages.ts'
import { logRequest } from './request-log.ts'
import { measureRequest } from './request-metrics.ts'
import { callRoute, type RouteCaller } from './route-caller.ts'
import { findRoute, type Route } from './router.ts'
import { isRouterState } from './router-state.ts'
import { isStaticFile } from './static-files.ts'

/** In bytes, for callers of the APIs. */
const maxRequestIdLength = 128
/** Request ids accepted from a trusted proxy outside the APIs. */
const usableRequestId = /^[A-Za-z0-9._-]{1,64}$/
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
  return (req, res) => {
    const peer = req.socket.remoteAddress ?? ''
    const requestId = requestIdOf(req, isTrustedPeer(peer, config))
    if (config.logHttpRequests) logRequest(runtime, req, res, requestId)
    if (counted) measureRequest(counted, req, res)
    const head: CommonHead = { common, requestId }
    answer(parts, req, res, head).catch((error: unknown) => {
      log.error({ err: error, requestId }, 'request failed')
      sendFailure(res, head)
    })
  }
}

function setHead(res: ServerResponse, { common, requestId }: CommonHead): void {
  for (const name in common) res.setHeader(name, common[name] ?? '')
  res.setHeader('X-Request-Id', requestId)
}

async function answer(
  parts: Parts,
  req: IncomingMessage,
  res: ServerResponse,
  head: CommonHead,
): Promise<void> {
  const { runtime, pages } = parts
  if (!hasHost(req)) return refuseHost(res, head)
  const target = requestTarget(req)
  // Next would redirect to another host if the request line names one.
  req.url = target
  const path = target.split('?', 1)[0] ?? '/'
  const route = findRoute(path)
  if (route) return answerRoute(parts, route, req, res, head)
  setHead(res, head)
  const plain = pagePath(path)
  const isConsole = areaOf(plain) !== null
  if (req.headers.rsc !== undefined && !isConsole) return refuseRouter(res, head)
  if (isConsole && !isRouterState(req.headers['next-router-state-tree'])) {
    return refuseRouter(res, head)
  }
  req.url = plain + target.slice(path.length)
  if (req.method === 'GET' || req.method === 'HEAD') return pages.serve(req, res, plain)
  if (isKnown(req.method ?? '', plain)) return refuseMethod(['GET', 'HEAD'], res)
  return pages.serveView(
    req,
    res,
    viewAnswer(404, { page: 'not-found', uiLocales: [] }, runtime.config),
  )
}

/**
 * Whether the method is the error (405) rather than the path (404). An unsupported method is an error on every path.
 */
function isKnown(method: string, path: string): boolean {
  const isPage = path === '/' || areaOf(path) !== null
  return !webMethods.has(method) || isPage || isStaticFile(path, false)
}

async function answerRoute(
  { runtime: { config, log }, pages, callRoute }: Parts,
  route: Route,
  req: IncomingMessage,
  res: ServerResponse,
  head: CommonHead,
): Promise<void> {
  const isApi = route.template.startsWith('/api/')
  if (!isApi && req.headers.rsc !== undefined) return refuseRouter(res, head)
  const request = toHttpRequest(req, config.baseUrl, requestTarget(req), head.requestId)
  const call = (seen: HttpRequest) => callRoute(route, seen, req)
  const answer = config.debugApiRequests
    ? await answerLogged(log, head.requestId, request, call)
    : await call(request)
  // The client has disconnected and would not see a page.
  if (req.socket.destroyed) return
  if (answer.view) {
    setHead(res, head)
    return pages.serveView(req, res, { ...answer, view: answer.view })
  }
  const acceptEncoding = String(req.headers['accept-encoding'] ?? '')
  const withBody = request.method !== 'HEAD'
  sendAnswer(await compressedAnswer(answer, acceptEncoding), res, head, withBody)
}

/**
 * Refuses requests of Next's router on paths that do not serve its page format. An empty answer makes the router load
 * the whole address, so an endpoint does not run twice.
 * Other pages outside the console are linked without the router, and Next fails on forged router headers. The APIs
 * ignore the header: they have no pages, and all their answers have the envelope.
 */
function refuseRouter(res: ServerResponse, head: CommonHead): void {
  setHead(res, head)
  res.statusCode = 406
  res.setHeader('Cache-Control', 'no-store')
  res.end()
}

/** Whether the request has exactly one `Host`: several arrive joined by a comma and a blank. */
function hasHost({ headers: { host }, httpVersion }: IncomingMessage): boolean {
  return host === undefined ? httpVersion !== '1.1' : uriHost.test(host)
}

/** RFC 9112 section 3.2. */
function refuseHost(res: ServerResponse, head: CommonHead): void {
  setHead(res, head)
  res.writeHead(400, { Connection: 'close', 'Cache-Control': 'no-store' }).end()
}

/** For paths without an endpoint of their own. */
function refuseMethod(allowed: readonly string[], res: ServerResponse): void {
  res.statusCode = 405
  res.setHeader('Allow', allowed.join(', '))
  res.setHeader('Cache-Control', 'no-store')
  res.end()
}

/**
 * The request's id in logs and answers. The APIs accept any caller's id, without unprintable characters and cut at 128
 * bytes. Other paths accept only a trusted proxy's id of one form, because the browsers of strangers call them.
 */
function requestIdOf(req: IncomingMessage, trusted: boolean): string {
  const inbound = String(req.headers['x-request-id'] ?? '')
  if (requestTarget(req).startsWith('/api/')) {
    const own = inbound
      .replaceAll(/[^\x20-\x7e]/g, '')
      .slice(0, maxRequestIdLength)
      .trim()
    return own || orderedUuid(Date.now())
  }
  return trusted && usableRequestId.test(inbound) ? inbound : orderedUuid(Date.now())
}

function sendFailure(res: ServerResponse, head: CommonHead): void {
  if (res.headersSent) {
    res.destroy()
    return
  }
  setHead(res, head)
  res.statusCode = 500
  res.setHeader('Content-Type', 'text/plain; charset=utf-8')
  res.setHeader('Cache-Control', 'no-store')
  res.end(`Internal server error. Request id: ${head.requestId}\n`)
}

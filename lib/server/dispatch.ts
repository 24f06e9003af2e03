import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { areaOf } from '#lib/console/addresses.ts'
import { httpMethods, type RouteFunction } from '#lib/http/exchange.ts'
import { requestIdHeader, viewHeader } from '#lib/http/page-headers.ts'
import { answerOf } from '#lib/http/respond.ts'
import { securityHeaders } from '#lib/http/security-headers.ts'
import { isTrustedPeer } from '#lib/kernel/ip.ts'
import { openMetrics } from '#lib/kernel/metrics.ts'
import type { Outcome } from '#lib/kernel/outcome.ts'
import { orderedUuid } from '#lib/kernel/random.ts'
import type { Runtime } from '#lib/runtime.ts'
import { answerLogged } from './api-request-log.ts'
import { compressedAnswer } from './compressed-answers.ts'
import {
  type CommonHead,
  requestTarget,
  sendAnswer,
  stripOwnHeaders,
  toHttpRequest,
} from './convert.ts'
import { pagePath } from './page-path.ts'
import type { Pages } from './pages.ts'
import { logRequest } from './request-log.ts'
import { measureRequest } from './request-metrics.ts'
import { findRoute, type Route, type RouteModule } from './router.ts'
import { isRouterState } from './router-state.ts'
import { isStaticFile } from './static-files.ts'

/** The most bytes of a request id that a caller of the APIs brings. */
const maxRequestIdLength = 128
/** Request ids that a trusted proxy may hand on elsewhere. */
const usableRequestId = /^[A-Za-z0-9._-]{1,64}$/
/** What a `Host` may say, as far as its characters go (RFC 9110 section 7.2). */
const uriHost = /^[\w.~!$&'()*+,;=:%[\]-]*$/
/** What GET is answered by Next where there is no page. */
const nothingThere: Outcome = {
  kind: 'page',
  status: 404,
  view: { page: 'not-found', uiLocales: [] },
}
/** Methods that a web request can have. */
const webMethods: ReadonlySet<string> = new Set(httpMethods)

/**
 * Makes the function that answers every HTTP request: direct paths by the endpoints' own functions,
 * everything else by Next. A failure is that request's alone: it is logged and answered 500.
 */
export function makeListener(runtime: Runtime, pages: Pages): RequestListener {
  const { config, log } = runtime
  const common = securityHeaders(config)
  const counts = config.metricsToken ? openMetrics().counts : null
  return (req, res) => {
    const peer = req.socket.remoteAddress ?? ''
    const requestId = requestIdOf(req, isTrustedPeer(peer, config))
    stripOwnHeaders(req)
    req.headers['x-authserver-peer'] = peer
    req.headers[requestIdHeader] = requestId
    if (config.logHttpRequests) logRequest(runtime, req, res, requestId)
    if (counts) measureRequest(counts, req, res)
    const head: CommonHead = { common, requestId }
    answer(runtime, pages, req, res, head).catch((error: unknown) => {
      log.error({ err: error, requestId }, 'a request failed')
      sendFailure(res, head)
    })
  }
}

function setHead(res: ServerResponse, { common, requestId }: CommonHead): void {
  for (const name in common) res.setHeader(name, common[name] ?? '')
  res.setHeader('X-Request-Id', requestId)
}

async function answer(
  runtime: Runtime,
  pages: Pages,
  req: IncomingMessage,
  res: ServerResponse,
  head: CommonHead,
): Promise<void> {
  if (!hasHost(req)) return refuseHost(res, head)
  const target = requestTarget(req)
  // Next would redirect to another host that the request line may name.
  req.url = target
  const path = target.split('?', 1)[0] ?? '/'
  const route = await findRoute(path)
  if (route) return answerDirectly(runtime, pages, route, req, res, head)
  setHead(res, head)
  const plain = pagePath(path)
  const isConsole = areaOf(plain) !== null
  if (req.headers.rsc !== undefined && !isConsole) return refuseRouter(res, head)
  if (isConsole && !isRouterState(req.headers['next-router-state-tree'])) {
    return refuseRouter(res, head)
  }
  req.url = plain + target.slice(path.length)
  if (isForPage(req.method ?? '', plain)) return pages.serve(req, res, plain)
  if (isKnown(req.method ?? '', plain)) return refuseMethod(['GET', 'HEAD'], res)
  return pages.serveView(req, res, answerOf(nothingThere, runtime.config))
}

/**
 * Only pages of the console have actions; Next fails on the form of one that it does not know, and on files that
 * are asked for with anything but GET and HEAD.
 */
function isForPage(method: string, path: string): boolean {
  if (method === 'GET' || method === 'HEAD') return true
  return webMethods.has(method) && areaOf(path) !== null
}

/** Whether a path or a method is what is wrong: of a method that nobody offers it is that wherever it is sent to. */
function isKnown(method: string, path: string): boolean {
  return !webMethods.has(method) || path === '/' || isStaticFile(path, false)
}

async function answerDirectly(
  { config, log }: Runtime,
  pages: Pages,
  { template, module, params }: Route,
  req: IncomingMessage,
  res: ServerResponse,
  head: CommonHead,
): Promise<void> {
  const method = req.method ?? 'GET'
  const handler = handlerOf(module, method)
  if (!handler) {
    setHead(res, head)
    const allowed = [...webMethods].filter((name) => handlerOf(module, name))
    return refuseMethod(allowed, res)
  }
  const isApi = template.startsWith('/api/')
  if (!isApi && req.headers.rsc !== undefined) return refuseRouter(res, head)
  const request = toHttpRequest(req, config.baseUrl, requestTarget(req))
  const segment = { params: Promise.resolve(params) }
  const answer = config.debugApiRequests
    ? await answerLogged(log, head.requestId, request, (seen) => handler.answer(seen, segment))
    : await handler.answer(request, segment)
  // Whoever left while the answer was made sees no page either.
  if (req.socket.destroyed) return
  if (answer.headers[viewHeader] !== undefined) {
    setHead(res, head)
    return pages.serveView(req, res, answer)
  }
  const acceptEncoding = String(req.headers['accept-encoding'] ?? '')
  sendAnswer(await compressedAnswer(answer, acceptEncoding), res, head, method !== 'HEAD')
}

/** What answers a method: for one that no web request can have (`TRACE`) the route's own refusal. */
function handlerOf(module: RouteModule, method: string): RouteFunction | undefined {
  const found = webMethods.has(method) ? module[method] : undefined
  // With the lengths that `GET` would have, of a compressed answer too (RFC 9110 section 8.6); its body is not sent.
  if (method === 'HEAD' && !found?.refuses) return module.GET
  if (found) return found
  return Object.values(module).find((one) => one?.refuses)
}

/**
 * Next's router asks for pages in a format of its own, which a direct path does not have: answered
 * with nothing it loads the address whole. The endpoint must not run twice for that. Other pages outside the console
 * are linked to without the router, and Next fails on what it says when that is made up. The APIs have no pages, and
 * every answer of theirs its envelope: there the header says nothing.
 */
function refuseRouter(res: ServerResponse, head: CommonHead): void {
  setHead(res, head)
  res.statusCode = 406
  res.setHeader('Cache-Control', 'no-store')
  res.end()
}

/** Whether a request names its host, and in one line: several arrive joined by a comma and a blank. */
function hasHost({ headers: { host }, httpVersion }: IncomingMessage): boolean {
  return host === undefined ? httpVersion !== '1.1' : uriHost.test(host)
}

/** RFC 9112 section 3.2. */
function refuseHost(res: ServerResponse, head: CommonHead): void {
  setHead(res, head)
  res.writeHead(400, { Connection: 'close', 'Cache-Control': 'no-store' }).end()
}

/** For methods that no endpoint refuses itself. */
function refuseMethod(allowed: readonly string[], res: ServerResponse): void {
  res.statusCode = 405
  res.setHeader('Allow', allowed.join(', '))
  res.setHeader('Cache-Control', 'no-store')
  res.end()
}

/**
 * The id that goes with a request everywhere. The APIs take over any caller's own, without what is
 * no printable ASCII and cut at 128 bytes; everywhere else only a trusted proxy's, and only of one form:
 * there it is strangers' browsers that ask.
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

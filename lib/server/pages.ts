import type { IncomingMessage, ServerResponse } from 'node:http'
import { randomToken } from '#lib/base/crypto/random.ts'
import { areaOf, notAllowedPath } from '#lib/console/addresses.ts'
import type { Visitor } from '#lib/console/guard.ts'
import type { ViewAnswer } from '#lib/http/exchange.ts'
import type { PageData } from '#lib/http/page-data.ts'
import { languageOfPage } from '#lib/http/page-language.ts'
import { readPreferences } from '#lib/http/preferences.ts'
import { asUnavailable } from '#lib/http/unavailable.ts'
import type { Runtime } from '#lib/runtime.ts'
import { guardConsole } from './console-guard.ts'
import { explainFailedPage, sendFailedPage } from './failed-page.ts'
import { type NextHandler, type NextRenderer, openNextRenderer } from './next-renderer.ts'
import { type CommonHead, setHead } from './node-adapter.ts'
import { keepStatus } from './page-status.ts'
import { cachingOf, isStaticFile } from './static-files.ts'
import { renderView } from './view-renderer.ts'

/**
 * Files are always sent whole: Next answers 500 to ranges and preconditions that it cannot satisfy. `If-None-Match` and
 * `If-Modified-Since` still work.
 */
const conditionsLeftOut = ['range', 'if-range', 'if-match', 'if-unmodified-since'] as const

/** Renders pages through Next. */
export interface Pages {
  /** Sends a page or an asset. */
  serve(req: IncomingMessage, res: ServerResponse, head: CommonHead, path: string): Promise<void>
  /** Sends the page of an endpoint's answer, under the address and status of that answer. */
  serveView(
    req: IncomingMessage,
    res: ServerResponse,
    head: CommonHead,
    answer: ViewAnswer,
  ): Promise<void>
}

/**
 * Opens the renderer of pages. Every page gets a policy with a fresh nonce, which Next reads from the request's own
 * header, and the installation's name and theme.
 * @param development pages are compiled on demand
 */
export function openPages(next: NextHandler, runtime: Runtime, development: boolean): Pages {
  const renderer = openNextRenderer(next, runtime, development)
  return {
    serve(req, res, head, path) {
      setHead(res, head)
      return sendPage(renderer, req, res, path)
    },
    serveView(req, res, head, answer) {
      setHead(res, head)
      return renderView(renderer, req, res, answer)
    },
  }
}

async function sendPage(
  renderer: NextRenderer,
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
): Promise<void> {
  const { runtime, development } = renderer
  if (isStaticFile(path, development)) return sendFile(renderer, req, res, path)
  const isConsole = areaOf(path) !== null
  const requestId = String(res.getHeader('X-Request-Id'))
  let visitor: Visitor | null = null
  if (isConsole) {
    visitor = await guardConsole(runtime, req, res).catch((error: unknown) => {
      const { log } = runtime
      const unavailable = asUnavailable({ log, requestId }, error)
      if (!unavailable) log.error({ err: error, requestId }, 'failed to open a page of the console')
      if (!res.headersSent) sendFailedPage(req, res, requestId, unavailable)
      return null
    })
    if (!visitor) return
  }
  const policy = renderer.policyOf(randomToken(16))
  req.headers['content-security-policy'] = policy
  res.setHeader('Content-Security-Policy', policy)
  res.setHeader('Cache-Control', 'no-store')
  const preferences = readPreferences(req.headers.cookie, runtime.config, runtime.clock())
  const data: PageData = {
    requestId,
    settings: await renderer.settings(requestId),
    view: null,
    visitor,
    language: languageOfPage({
      view: null,
      locale: visitor?.locale ?? null,
      preferences,
      acceptLanguage: req.headers['accept-language'] ?? '',
    }),
    theme: preferences.theme,
    retryAfterSeconds: null,
  }
  explainFailedPage(runtime.log, req, res, requestId, { framed: isConsole, outcome: data })
  // Next's router takes no other status than 200 for a page in its own format.
  if (path === notAllowedPath && req.headers.rsc === undefined) keepStatus(res, 403)
  return renderer.render(req, res, data)
}

/** Sends a file through Next, compressed when a copy exists and the browser accepts it. */
async function sendFile(
  { next, compressedFile }: NextRenderer,
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
): Promise<void> {
  const caching = cachingOf(path)
  // Next keeps an existing header.
  if (caching !== null) res.setHeader('Cache-Control', caching)
  for (const name of conditionsLeftOut) delete req.headers[name]
  const copy = compressedFile(path, String(req.headers['accept-encoding'] ?? ''))
  if (copy !== undefined) res.setHeader('Vary', 'Accept-Encoding')
  if (copy) {
    req.url = copy.path
    for (const [name, value] of Object.entries(copy.headers)) res.setHeader(name, value)
  }
  return next(req, res)
}

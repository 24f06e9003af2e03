import type { IncomingMessage, ServerResponse } from 'node:http'
import { areaOf } from '#lib/console/addresses.ts'
import type { Answer } from '#lib/http/exchange.ts'
import { pageSettingsHeader } from '#lib/http/page-headers.ts'
import { type PageOutcome, rendering } from '#lib/http/page-outcome.ts'
import { asUnavailable } from '#lib/http/unavailable.ts'
import { randomToken } from '#lib/kernel/random.ts'
import type { Runtime } from '#lib/runtime.ts'
import { guardConsole } from './console-guard.ts'
import { explainFailedPage, sendFailedPage } from './failed-page.ts'
import { type KnownActions, refuseAction } from './known-actions.ts'
import { type NextHandler, type NextRenderer, openNextRenderer } from './next-renderer.ts'
import { cachingOf, isStaticFile } from './static-files.ts'
import { renderView } from './view-renderer.ts'

/**
 * Files are sent whole, whoever may want a part of one, or one that has not changed: Next answers with 500
 * what it cannot grant of these. Who has a file already is told so (`If-None-Match`, `If-Modified-Since`).
 */
const conditionsLeftOut = ['range', 'if-range', 'if-match', 'if-unmodified-since'] as const

/** Renders pages through Next. */
export interface Pages {
  /** A page or an asset. */
  serve(req: IncomingMessage, res: ServerResponse, path: string): Promise<void>
  /** The page that an endpoint answered with, under the address and the status of that answer. */
  serveView(req: IncomingMessage, res: ServerResponse, answer: Answer): Promise<void>
}

/**
 * The way to Next. Pages get a policy with a fresh nonce, which Next reads from the request's own
 * header, and the look of the installation (its name and theme).
 * @param development pages are compiled when they are asked for
 * @param actions those of the build; null when they are compiled with the pages
 */
export function openPages(
  next: NextHandler,
  runtime: Runtime,
  development: boolean,
  actions: KnownActions | null = null,
): Pages {
  const renderer = openNextRenderer(next, runtime, development)
  return {
    serve: (req, res, path) => sendPage(renderer, actions, req, res, path),
    serveView: (req, res, answer) => renderView(renderer, req, res, answer),
  }
}

async function sendPage(
  renderer: NextRenderer,
  actions: KnownActions | null,
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
): Promise<void> {
  const { next, runtime, development } = renderer
  if (isStaticFile(path, development)) return sendFile(renderer, req, res, path)
  const isConsole = areaOf(path) !== null
  // Elsewhere there are no server actions, and they are called by POST.
  if (!isConsole || req.method !== 'POST') delete req.headers['next-action']
  const action = req.headers['next-action']
  if (action !== undefined && actions && !actions.has(String(action))) {
    return refuseAction(res, String(action))
  }
  const refuse = (answer: Answer) => renderView(renderer, req, res, answer)
  const requestId = String(res.getHeader('X-Request-Id'))
  if (isConsole) {
    const entered = await guardConsole(runtime, req, res, refuse, actions).catch(
      (error: unknown) => {
        const { log } = runtime
        const unavailable = asUnavailable({ log, requestId }, error)
        if (!unavailable)
          log.error({ err: error, requestId }, 'a page of the console could not be opened')
        if (!res.headersSent) sendFailedPage(req, res, requestId, unavailable)
        return false
      },
    )
    if (!entered) return
  }
  const policy = renderer.policyOf(randomToken(16))
  req.headers['content-security-policy'] = policy
  req.headers[pageSettingsHeader] = await renderer.settingsHeader(requestId)
  res.setHeader('Content-Security-Policy', policy)
  res.setHeader('Cache-Control', 'no-store')
  const outcome: PageOutcome = { retryAfterSeconds: null }
  explainFailedPage(runtime.log, req, res, requestId, { framed: isConsole, outcome })
  return rendering(outcome, () => next(req, res))
}

/** Has Next send a file, compressed where there is such a copy and the browser takes it. */
async function sendFile(
  { next, compressedFile }: NextRenderer,
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
): Promise<void> {
  const caching = cachingOf(path)
  // Next leaves alone what stands there.
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

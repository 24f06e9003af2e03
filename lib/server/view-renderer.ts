import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Answer } from '#lib/http/exchange.ts'
import {
  decodeHeader,
  encodeHeader,
  pageSettingsHeader,
  viewDataHeader,
  viewHeader,
} from '#lib/http/page-headers.ts'
import { chooseLanguage } from '#lib/i18n/languages.ts'
import { randomToken } from '#lib/kernel/random.ts'
import type { View } from '#lib/kernel/view.ts'
import { copyHead } from './convert.ts'
import { explainFailedPage } from './failed-page.ts'
import type { NextRenderer } from './next-renderer.ts'
import { isSharedView, type PageSource } from './shared-pages.ts'

/** Headers with which a client could request something other than a whole page. */
const framework = /^(rsc$|next-|x-nextjs-|x-middleware-)/
/** Headers of an endpoint's answer that the page's own headers replace. */
const replaced = new Set(['content-length', 'content-type', 'content-security-policy', 'vary'])

/** Renders the page of an endpoint's answer through Next, under the address and status of that answer. */
export async function renderView(
  renderer: NextRenderer,
  req: IncomingMessage,
  res: ServerResponse,
  answer: Answer,
): Promise<void> {
  askForPage(req)
  const requestId = String(res.getHeader('X-Request-Id'))
  const source: PageSource = {
    url: req.url ?? '/',
    view: decodeHeader(answer.headers[viewDataHeader] ?? ''),
    // The settings that the endpoint used; without the database there are none.
    settings: answer.headers[pageSettingsHeader] ?? (await renderer.settingsHeader(requestId)),
    language: chooseLanguage([], req.headers['accept-language'] ?? ''),
    nonce: randomToken(16),
  }
  res.setHeader('Content-Security-Policy', renderer.policyOf(source.nonce))
  copyHead(answer, res, replaced)
  // Lets Next set an error status; otherwise the endpoint's status is restored.
  res.statusCode = 200
  holdHead(res, answer)
  const render = ({ url, view, settings, language, nonce }: PageSource) => {
    req.url = url
    req.headers['content-security-policy'] = renderer.policyOf(nonce)
    req.headers['accept-language'] = language
    req.headers[pageSettingsHeader] = settings
    req.headers[viewHeader] = answer.headers[viewHeader] ?? ''
    req.headers[viewDataHeader] = encodeHeader(view)
    explainFailedPage(renderer.runtime.log, req, res, requestId)
    return renderer.next(req, res)
  }
  const shown: View = JSON.parse(source.view)
  // In development mode files change, so pages are not cached.
  if (renderer.development || req.method !== 'GET' || !isSharedView(shown)) return render(source)
  return renderer.sharedPages.send(source, shown, res, render)
}

/** Pages are rendered for GET, and the body has already been read. */
function askForPage(req: IncomingMessage): void {
  for (const name of Object.keys(req.headers)) {
    if (framework.test(name)) delete req.headers[name]
  }
  if (req.method !== 'HEAD') req.method = 'GET'
  for (const name of ['content-length', 'content-type', 'transfer-encoding']) {
    delete req.headers[name]
  }
}

/**
 * Restores the endpoint's status when Next would send 200, and keeps the page's own failures. Adds the answer's `Vary`
 * to Next's, because cross-origin access depends on the origin.
 */
function holdHead(res: ServerResponse, { status, headers }: Answer): void {
  const { writeHead } = res
  res.writeHead = ((code: number, ...rest: []) => {
    if (headers.Vary !== undefined) res.appendHeader('Vary', headers.Vary)
    return writeHead.call(res, code === 200 ? status : code, ...rest)
  }) as typeof writeHead
}

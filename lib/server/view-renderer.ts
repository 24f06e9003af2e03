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

/** Headers with which a client could ask for something else than a whole page. */
const framework = /^(rsc$|next-|x-nextjs-|x-middleware-)/
/** What of an endpoint's answer the page's own headers replace. */
const replaced = new Set(['content-length', 'content-type', 'content-security-policy', 'vary'])

/** Has Next render the page of an endpoint's answer, under the address and the status of that answer. */
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
    // Those that the endpoint went by; without the database there are none.
    settings: answer.headers[pageSettingsHeader] ?? (await renderer.settingsHeader(requestId)),
    language: chooseLanguage([], req.headers['accept-language'] ?? ''),
    nonce: randomToken(16),
  }
  res.setHeader('Content-Security-Policy', renderer.policyOf(source.nonce))
  copyHead(answer, res, replaced)
  // Next decides anew; the endpoint's status is put back when it has nothing to say against it.
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
  // Files change while one works on them.
  if (renderer.development || req.method !== 'GET' || !isSharedView(shown)) return render(source)
  return renderer.sharedPages.send(source, shown, res, render)
}

/** A page is rendered for GET, and the body has been read already. */
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
 * Keeps the endpoint's status where Next would say 200 (a failure of the page itself is told), and what the
 * answer varies by, beside what Next's page varies by: who may read it from another site depends on the origin.
 */
function holdHead(res: ServerResponse, { status, headers }: Answer): void {
  const { writeHead } = res
  res.writeHead = ((code: number, ...rest: []) => {
    if (headers.Vary !== undefined) res.appendHeader('Vary', headers.Vary)
    return writeHead.call(res, code === 200 ? status : code, ...rest)
  }) as typeof writeHead
}

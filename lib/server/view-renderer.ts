import type { IncomingMessage, ServerResponse } from 'node:http'
import type { View } from '#lib/answers/view.ts'
import { randomToken } from '#lib/base/crypto/random.ts'
import type { Visitor } from '#lib/console/guard.ts'
import { setCookie } from '#lib/http/cookies.ts'
import type { Answer, ViewAnswer } from '#lib/http/exchange.ts'
import type { PageData } from '#lib/http/page-data.ts'
import { languageOfPage } from '#lib/http/page-language.ts'
import { readPreferences } from '#lib/http/preferences.ts'
import { explainFailedPage } from './failed-page.ts'
import type { NextRenderer } from './next-renderer.ts'
import { copyHead } from './node-adapter.ts'
import { keepStatus } from './page-status.ts'
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
  answer: ViewAnswer,
): Promise<void> {
  askForPage(req)
  const requestId = String(res.getHeader('X-Request-Id'))
  const { config, clock } = renderer.runtime
  const preferences = readPreferences(req.headers.cookie, config, clock())
  const visitor = answer.view.page === 'console' ? (answer.view.visitor as Visitor) : null
  const source: PageSource = {
    view: withTypedEmail(answer.view, preferences.typedEmail),
    // The settings that the endpoint used; without the database there are none.
    settings: answer.settings ?? (await renderer.settings(requestId)),
    language: languageOfPage({
      view: answer.view,
      locale: visitor?.locale ?? null,
      preferences,
      acceptLanguage: req.headers['accept-language'] ?? '',
    }),
    theme: preferences.theme,
    nonce: randomToken(16),
  }
  res.setHeader('Content-Security-Policy', renderer.policyOf(source.nonce))
  copyHead(answer, res, replaced)
  if (preferences.typedEmail !== '') {
    res.appendHeader('Set-Cookie', setCookie({ cookie: 'typed', value: null }, config))
  }
  // Lets Next set an error status; otherwise the endpoint's status is restored.
  res.statusCode = 200
  holdHead(res, answer)
  const render = ({ view, nonce, ...shown }: PageSource) => {
    req.headers['content-security-policy'] = renderer.policyOf(nonce)
    const isConsole = view.page === 'console'
    const data: PageData = { ...shown, requestId, view, visitor, retryAfterSeconds: null }
    explainFailedPage(renderer.runtime.log, req, res, requestId, {
      framed: isConsole,
      outcome: data,
    })
    // The browser's address stays: Next's scripts read it from the browser.
    req.url = isConsole ? view.address : `/views/${view.page}`
    return renderer.render(req, res, data)
  }
  // In development mode files change, so pages are not cached.
  const { view } = source
  if (renderer.development || req.method !== 'GET' || !isSharedView(view)) return render(source)
  return renderer.sharedPages.send(source, view, res, render)
}

/** The view with the email that the visitor had typed before choosing another language. */
function withTypedEmail(view: View, email: string): View {
  return email !== '' && 'email' in view && view.email === '' ? { ...view, email } : view
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
  keepStatus(res, status)
  const { writeHead } = res
  res.writeHead = ((...head: [number]) => {
    if (headers.Vary !== undefined) res.appendHeader('Vary', headers.Vary)
    return writeHead.apply(res, head)
  }) as typeof writeHead
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Unavailable } from '#lib/base/errors/errors.ts'
import type { Log } from '#lib/base/log/log.ts'
import { escapeHtml } from '#lib/base/text/html.ts'
import type { PageData } from '#lib/http/page-data.ts'
import { chooseLanguage, directionOf, type Language } from '#lib/i18n/languages.ts'
import { textsIn } from '#lib/i18n/texts.ts'

interface FailureOptions {
  readonly framed?: boolean
  readonly outcome?: Pick<PageData, 'retryAfterSeconds' | 'language'>
}

/**
 * Adds an explanation to failed pages, because Next's own page is blank without scripts. The page quotes the request
 * id, which the log also contains; Next prints the error itself. Call this before Next receives the response.
 * @param framed sends Next's document, whose scripts show the console's `error.tsx` with its bar and menu. The
 *   explanation is inserted for browsers without scripts. Otherwise the explanation is the whole answer
 * @param outcome when it reports an unreachable dependency, the answer is 503. Nothing is logged then, because the
 *   cause already was
 */
export function explainFailedPage(
  log: Log,
  req: IncomingMessage,
  res: ServerResponse,
  requestId: string,
  { framed = false, outcome }: FailureOptions = {},
): void {
  const { write, end, flushHeaders } = res
  const language = outcome?.language ?? browserLanguage(req)
  const path = req.url?.split('?', 1)[0]
  const chunks: Buffer[] = []
  const keep = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
  }
  const hasFailed = () => res.statusCode >= 500 && !res.headersSent
  // Next sends the head before it writes.
  res.flushHeaders = () => {
    if (!hasFailed()) flushHeaders.call(res)
  }
  res.write = ((...args: Parameters<typeof write>) => {
    if (!hasFailed()) return write.apply(res, args)
    keep(args[0])
    return true
  }) as typeof write
  res.end = ((...args: Parameters<typeof end>) => {
    if (!hasFailed()) return end.apply(res, args)
    keep(args[0])
    const retryAfterSeconds = outcome?.retryAfterSeconds ?? null
    if (retryAfterSeconds !== null) {
      setUnavailableHead(res, retryAfterSeconds)
      return Reflect.apply(end, res, [failedPage(language, requestId, 'unavailable')])
    }
    log.error({ requestId, path }, 'failed to render a page')
    const own = framed ? explained(Buffer.concat(chunks).toString(), language, requestId) : null
    setPageHead(res)
    return Reflect.apply(end, res, [own ?? failedPage(language, requestId)])
  }) as typeof end
}

/**
 * Sends the explanation when Next could not be called.
 * @param unavailable the failure is temporary (503); null: the page failed (500)
 */
export function sendFailedPage(
  req: IncomingMessage,
  res: ServerResponse,
  requestId: string,
  unavailable: Unavailable | null,
): void {
  res.statusCode = 500
  if (unavailable) setUnavailableHead(res, unavailable.retryAfterSeconds)
  else setPageHead(res)
  res.setHeader('Cache-Control', 'no-store')
  res.end(failedPage(browserLanguage(req), requestId, unavailable ? 'unavailable' : 'internal'))
}

function setUnavailableHead(res: ServerResponse, retryAfterSeconds: number): void {
  res.statusCode = 503
  setPageHead(res)
  res.setHeader('Retry-After', retryAfterSeconds)
}

function setPageHead(res: ServerResponse): void {
  for (const name of ['content-length', 'content-encoding', 'etag']) res.removeHeader(name)
  res.setHeader('Content-Type', 'text/html; charset=utf-8')
}

/** Next's document with the explanation inserted; null for anything else. */
function explained(html: string, language: Language, requestId: string): string | null {
  if (!html.includes('<body>')) return null
  const { head, body, attributes } = explanation(language, requestId, 'internal')
  return html
    .replace(/<html[^>]*id="__next_error__"/, (start) => `${start} ${attributes}`)
    .replace('<body>', () => `<body><noscript>${head}${body}</noscript>`)
}

/** A page without dependencies that could fail: no script, no stylesheet, no database. */
function failedPage(
  language: Language,
  requestId: string,
  reason: 'internal' | 'unavailable' = 'internal',
): string {
  const { title, head, body, attributes } = explanation(language, requestId, reason)
  return `<!doctype html>
<html ${attributes}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${head}
</head>
<body>
${body}
</body>
</html>
`
}

function browserLanguage(req: IncomingMessage): Language {
  return chooseLanguage([], req.headers['accept-language'] ?? '')
}

/** Shared parts of both pages. The first link loads the same page again. */
function explanation(language: Language, requestId: string, reason: 'internal' | 'unavailable') {
  const texts = textsIn(language)
  const title = escapeHtml(texts(`pages.error.${reason}.title`))
  return {
    title,
    attributes: `lang="${language}" dir="${directionOf(language)}"`,
    head: `<style>
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; min-height: 100vh; display: grid; place-content: center; text-align: center; padding: 1.5rem }
h1 { font-size: 1.5rem }
code { word-break: break-all }
</style>`,
    body: `<main id="page-failure">
<h1>${title}</h1>
<p>${escapeHtml(texts(`pages.error.${reason}.message`))}</p>
<p><a href="">${escapeHtml(texts('pages.failure.retry'))}</a> · <a href="/account">${escapeHtml(texts('common.home'))}</a></p>
<p>${escapeHtml(texts('pages.error.request_id'))}: <code>${escapeHtml(requestId)}</code></p>
</main>`,
  }
}

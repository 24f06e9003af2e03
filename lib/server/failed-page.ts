import type { IncomingMessage, ServerResponse } from 'node:http'
import { escapeHtml } from '#lib/http/html.ts'
import { chooseLanguage, directionOf } from '#lib/i18n/languages.ts'
import { textsIn } from '#lib/i18n/texts.ts'

/**
 * Replaces what Next sends for a page that failed: its document stays blank without scripts. Must be
 * called before the response is handed to Next.
 */
export function explainFailedPage(
  req: IncomingMessage,
  res: ServerResponse,
  requestId: string,
): void {
  const { write, end } = res
  const hasFailed = () => res.statusCode >= 500 && !res.headersSent
  res.write = ((...args: Parameters<typeof write>) =>
    hasFailed() ? true : write.apply(res, args)) as typeof write
  res.end = ((...args: Parameters<typeof end>) => {
    if (!hasFailed()) return end.apply(res, args)
    for (const name of ['content-length', 'content-encoding', 'etag']) res.removeHeader(name)
    res.setHeader('Content-Type', 'text/html; charset=utf-8')
    const html = failedPage(req.headers['accept-language'] ?? '', requestId)
    return Reflect.apply(end, res, [html])
  }) as typeof end
}

/** A page that needs nothing that could fail: no script, no stylesheet, no database. */
function failedPage(acceptLanguage: string, requestId: string): string {
  const language = chooseLanguage([], acceptLanguage)
  const texts = textsIn(language)
  const title = escapeHtml(texts('pages.error.internal.title'))
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; min-height: 100vh; display: grid; place-content: center; text-align: center; padding: 1.5rem }
h1 { font-size: 1.5rem }
code { word-break: break-all }
</style>
</head>
<body>
<main id="page-failure">
<h1>${title}</h1>
<p>${escapeHtml(texts('pages.error.internal.message'))}</p>
<p>${escapeHtml(texts('pages.error.request_id'))}: <code>${escapeHtml(requestId)}</code></p>
</main>
</body>
</html>
`
}

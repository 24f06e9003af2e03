import type { IncomingMessage, ServerResponse } from 'node:http'
import { randomUuid } from '#lib/base/crypto/random.ts'
import { escapeHtml } from '#lib/base/text/html.ts'
import { chooseLanguage, directionOf } from '#lib/i18n/languages.ts'
import { textsIn } from '#lib/i18n/texts.ts'

const retrySeconds = 2

/**
 * Answers every request of a server that is still being set up: pages reload themselves, and programs get `Retry-After`.
 * Only `/health` is good. `http-server.ts` answers later under the same addresses.
 */
export function answerSettingUp(req: IncomingMessage, res: ServerResponse): void {
  const [path = ''] = (req.url ?? '').split('?', 1)
  const isHealth = path === '/health'
  const [type, body] = isHealth ? ['text/plain', 'healthy\n'] : contentOf(path, req)
  res.writeHead(isHealth ? 200 : 503, {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': randomUuid(),
    Connection: 'close',
    ...(isHealth ? {} : { 'Retry-After': String(retrySeconds) }),
  })
  res.end(req.method === 'HEAD' ? undefined : body)
}

/** Endpoints of OAuth and OpenID Connect that answer JSON. */
const protocolPath =
  /^\/(?:\.well-known\/|userinfo$|certs$|connect\/register$|auth\/(?:token|introspect|revoke)$)/
const description = 'The server is being set up. Try again in a moment.'

/** The content of an answer in the form that the address has once the server is ready. */
function contentOf(path: string, { headers }: IncomingMessage): readonly [string, string] {
  if (path.startsWith('/api/')) {
    return json({ error_code: 'INTERNAL_SERVER_ERROR', error_description: description })
  }
  if (protocolPath.test(path)) {
    return json({ error: 'server_error', error_description: description })
  }
  if (path === '/ready') return ['text/plain', 'not ready: setting up\n']
  return ['text/html', pageIn(headers['accept-language'] ?? '')]
}

function json(body: object): readonly [string, string] {
  return ['application/json', JSON.stringify(body)]
}

/** Without styles: the stylesheet may be what is being built. */
function pageIn(acceptLanguage: string): string {
  const language = chooseLanguage([], acceptLanguage)
  const t = textsIn(language)
  const title = escapeHtml(t('pages.setting-up.title'))
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${retrySeconds}">
<title>${title}</title>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${escapeHtml(t('pages.setting-up.message'))}</p>
</main>
</body>
</html>
`
}

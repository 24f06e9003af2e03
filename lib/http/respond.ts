import type { Outcome } from '#lib/answers/outcome.ts'
import type { View } from '#lib/answers/view.ts'
import { randomToken } from '#lib/base/crypto/random.ts'
import type { Config } from '#lib/config/config.ts'
import { chooseLanguage } from '#lib/i18n/languages.ts'
import { setCookie } from './cookies.ts'
import type { Answer, ViewAnswer } from './exchange.ts'
import { formPostPage } from './form-post-page.ts'
import { securityHeaders } from './security-headers.ts'

/**
 * Converts an outcome into status, headers and body.
 * @param more additional headers
 * @param acceptLanguage the browser's header; '' for answers to programs
 */
export function answerOf(
  outcome: Outcome,
  config: Config,
  more: Readonly<Record<string, string>> = {},
  acceptLanguage = '',
): Answer {
  const headers = securityHeaders(config)
  const body = write(outcome, headers, acceptLanguage)
  const cookies = (outcome.cookies ?? []).map((change) => setCookie(change, config))
  const status = 'status' in outcome ? outcome.status : 200
  const answer = { status, headers: Object.assign(headers, outcome.headers, more), cookies, body }
  if (outcome.kind === 'stream') return { ...answer, stream: outcome.body }
  return outcome.kind === 'page' ? { ...answer, view: outcome.view } : answer
}

/** The answer with a page that no endpoint gives. */
export function viewAnswer(status: number, view: View, config: Config): ViewAnswer {
  return { ...answerOf({ kind: 'page', status, view }, config), view }
}

/** Sets the headers of the outcome's kind and returns the body. */
function write(
  outcome: Outcome,
  headers: Record<string, string>,
  acceptLanguage: string,
): Answer['body'] {
  switch (outcome.kind) {
    case 'json':
      headers['Content-Type'] = 'application/json'
      return jsonOf(outcome.body)
    case 'text':
      headers['Content-Type'] = 'text/plain; charset=utf-8'
      headers['Cache-Control'] = 'no-store'
      return outcome.body
    case 'empty':
      return null
    case 'file':
      headers['Content-Type'] = outcome.contentType
      headers['Content-Length'] = String(outcome.body.byteLength)
      return outcome.body
    case 'stream':
      headers['Content-Type'] = outcome.contentType
      return null
    case 'redirect':
      headers.Location = outcome.location
      headers['Cache-Control'] = 'no-store'
      return null
    case 'form-post':
      return writeFormPost(outcome, headers, acceptLanguage)
    case 'page':
      headers['Cache-Control'] = 'no-store'
      return null
    default:
      return outcome satisfies never
  }
}

/** JSON of frozen objects that are sent repeatedly. Frozen objects cannot change, so their text stays valid. */
const texts = new WeakMap<object, string>()

function jsonOf(body: object): string {
  if (!Object.isFrozen(body)) return JSON.stringify(body)
  let text = texts.get(body)
  if (text === undefined) {
    text = JSON.stringify(body)
    texts.set(body, text)
  }
  return text
}

function writeFormPost(
  { action, fields, mayBeFramed, uiLocales = [] }: Outcome & { kind: 'form-post' },
  headers: Record<string, string>,
  acceptLanguage: string,
): string {
  const nonce = randomToken(16)
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; base-uri 'none'`
  if (mayBeFramed) delete headers['X-Frame-Options']
  headers['Content-Security-Policy'] = mayBeFramed ? policy : `${policy}; frame-ancestors 'none'`
  headers['Content-Type'] = 'text/html; charset=utf-8'
  headers['Cache-Control'] = 'no-store'
  headers.Pragma = 'no-cache'
  return formPostPage(action, fields, nonce, chooseLanguage(uiLocales, acceptLanguage))
}

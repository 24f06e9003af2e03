import type { Config } from '#lib/config.ts'
import type { Outcome } from '#lib/kernel/outcome.ts'
import { randomToken } from '#lib/kernel/random.ts'
import { setCookie } from './cookies.ts'
import { formPostPage } from './html.ts'
import { viewDataHeader, viewHeader } from './page-headers.ts'
import { securityHeaders } from './security-headers.ts'

/** Turns what an endpoint answered into a `Response`. */
export function respond(outcome: Outcome, config: Config): Response {
  const headers = new Headers(securityHeaders(config))
  const body = write(outcome, headers)
  for (const [name, value] of Object.entries(outcome.headers ?? {})) headers.set(name, value)
  for (const change of outcome.cookies ?? [])
    headers.append('Set-Cookie', setCookie(change, config))
  const status = 'status' in outcome ? outcome.status : 200
  return new Response(body, { status, headers })
}

/** Sets the headers that go with the kind of answer and returns the body. */
function write(outcome: Outcome, headers: Headers): BodyInit | null {
  switch (outcome.kind) {
    case 'json':
      headers.set('Content-Type', 'application/json')
      return JSON.stringify(outcome.body)
    case 'text':
      headers.set('Content-Type', 'text/plain; charset=utf-8')
      headers.set('Cache-Control', 'no-store')
      return outcome.body
    case 'empty':
      return null
    case 'file':
      headers.set('Content-Type', outcome.contentType)
      headers.set('Content-Length', String(outcome.body.byteLength))
      return new Uint8Array(outcome.body)
    case 'redirect':
      headers.set('Location', outcome.location)
      headers.set('Cache-Control', 'no-store')
      return null
    case 'form-post':
      return writeFormPost(outcome, headers)
    case 'page':
      headers.set('Cache-Control', 'no-store')
      headers.set(viewHeader, outcome.view.page)
      headers.set(viewDataHeader, Buffer.from(JSON.stringify(outcome.view)).toString('base64url'))
      return null
    default:
      return outcome satisfies never
  }
}

/** May be framed, so that silent renewal in an iframe works with this response mode too. */
function writeFormPost(outcome: Outcome & { kind: 'form-post' }, headers: Headers): string {
  const nonce = randomToken(16)
  headers.delete('X-Frame-Options')
  headers.set(
    'Content-Security-Policy',
    `default-src 'none'; script-src 'nonce-${nonce}'; base-uri 'none'`,
  )
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set('Cache-Control', 'no-store')
  headers.set('Pragma', 'no-cache')
  return formPostPage(outcome.action, outcome.fields, nonce)
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { admit } from '#lib/console/guard.ts'
import { contextFor } from '#lib/http/context.ts'
import { readCookies } from '#lib/http/cookies.ts'
import type { Answer } from '#lib/http/exchange.ts'
import { encodeHeader, visitorHeader } from '#lib/http/page-headers.ts'
import { answerOf } from '#lib/http/respond.ts'
import { failedOriginCheck } from '#lib/http/same-origin.ts'
import type { Runtime } from '#lib/runtime.ts'
import { isReadableForm } from './form-body.ts'
import type { KnownActions } from './known-actions.ts'

/** How large a form may be, in bytes and in parts. */
const formLimits = {
  /** Of strangers no page needs more. It is all kept until the last byte has come. */
  anybody: { bytes: 64 * 1024, parts: 1_000 },
  /** Next's own limit (next.config.mjs), and three fields for each of the 1,000 permissions that a resource may have. */
  admitted: { bytes: 4 * 1024 * 1024, parts: 4_000 },
} as const

const refusalStatus = { cross_site: 403, form_too_large: 413, form_broken: 400 } as const

/**
 * Lets a request through to a page of the console, with what the page must know of its visitor.
 * @param refuse answers with the page of an endpoint's answer
 * @param known the actions of the build; null when they are not known beforehand
 * @returns false when it was answered here
 */
export async function guardConsole(
  { config, log }: Runtime,
  req: IncomingMessage,
  res: ServerResponse,
  refuse: (answer: Answer) => Promise<void>,
  known: KnownActions | null = null,
): Promise<boolean> {
  const headers = webHeaders(req)
  const requestId = String(res.getHeader('X-Request-Id'))
  const refuseForm = async (reason: keyof typeof refusalStatus) => {
    const view = { page: 'error', reason, uiLocales: [] } as const
    await refuse(answerOf({ kind: 'page', status: refusalStatus[reason], view }, config))
    return false
  }
  if (req.method === 'POST') {
    const check = failedOriginCheck({ headers }, config.baseUrl, config.adminConsoleUrl)
    if (check) {
      const path = req.url?.split('?', 1)[0]
      log.warn({ requestId, path, check }, 'refused a cross-site form')
      return refuseForm('cross_site')
    }
    if (isLarger(headers, formLimits.admitted.bytes)) return refuseForm('form_too_large')
    // Next compares the origin with the host: what was decided above holds behind a proxy too.
    const { origin } = req.headers
    if (origin && URL.canParse(origin)) req.headers['x-forwarded-host'] = new URL(origin).host
    else delete req.headers.origin
    // Next asks this server itself for the page that an action leads to: no proxy stands between them.
    delete req.headers['x-forwarded-proto']
  }
  const ctx = await contextFor({ headers }, requestId)
  const admission = await admit(ctx, req.url ?? '/', readCookies(headers, config).console)
  // An action says itself that the session has ended, so that nothing typed is lost.
  if (admission?.kind === 'redirect' && !req.headers['next-action']) {
    sendToSignIn(res, req.headers.rsc !== undefined, admission.location)
    return false
  }
  if (req.method === 'POST') {
    // A session was looked up for it: a cookie alone says nothing.
    const limits = formLimits[admission?.kind === 'admitted' ? 'admitted' : 'anybody']
    if (isLarger(headers, limits.bytes)) return refuseForm('form_too_large')
    // Next would fail on it, as if that were ours. Nothing is read of those who are sent away.
    if (!(await isReadableForm(req, limits.parts, known))) return refuseForm('form_broken')
  }
  if (admission?.kind === 'admitted') {
    req.headers[visitorHeader] = encodeHeader(JSON.stringify(admission.visitor))
  }
  return true
}

/** @param byScript Next's router loads a page whole when it gets no page in its own format */
function sendToSignIn(res: ServerResponse, byScript: boolean, location: string): void {
  res.statusCode = byScript ? 401 : 303
  res.setHeader('Cache-Control', 'no-store')
  if (!byScript) res.setHeader('Location', location)
  res.end()
}

/** Next would fail on it; a file that is too large is no failure of ours. Browsers tell a form's length. */
function isLarger(headers: Headers, most: number): boolean {
  const bytes = headers.has('transfer-encoding') ? Infinity : Number(headers.get('content-length'))
  return bytes > most
}

function webHeaders(req: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  return headers
}

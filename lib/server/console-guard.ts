import type { IncomingMessage, ServerResponse } from 'node:http'
import { admit, type Visitor } from '#lib/console/guard.ts'
import { contextFor } from '#lib/http/context.ts'
import { readCookies } from '#lib/http/cookies.ts'
import type { ViewAnswer } from '#lib/http/exchange.ts'
import { viewAnswer } from '#lib/http/respond.ts'
import { failedOriginCheck } from '#lib/http/same-origin.ts'
import type { Runtime } from '#lib/runtime.ts'
import { isReadableForm } from './form-body.ts'
import type { KnownActions } from './known-actions.ts'

/** Largest form, in bytes and in parts. */
const formLimits = {
  /** For visitors without a session: pages need no more, and the body is kept in memory until its last byte arrives. */
  anybody: { bytes: 64 * 1024, parts: 1_000 },
  /** Next's own limit (next.config.mjs). A resource may have 1,000 permissions with three fields each. */
  admitted: { bytes: 4 * 1024 * 1024, parts: 4_000 },
} as const

const refusalStatus = { cross_site: 403, form_too_large: 413, form_broken: 400 } as const

/**
 * Admits a request to a console page.
 * @param refuse sends the error page of an endpoint's answer
 * @param known the actions of the build; null when unknown in advance
 * @returns the visitor, null without a session; null when the response was already sent
 */
export async function guardConsole(
  { config, log }: Runtime,
  req: IncomingMessage,
  res: ServerResponse,
  refuse: (answer: ViewAnswer) => Promise<void>,
  known: KnownActions | null = null,
): Promise<{ readonly visitor: Visitor | null } | null> {
  const headers = webHeaders(req)
  const requestId = String(res.getHeader('X-Request-Id'))
  const refuseForm = async (reason: keyof typeof refusalStatus) => {
    const view = { page: 'error', reason, uiLocales: [] } as const
    await refuse(viewAnswer(refusalStatus[reason], view, config))
    return null
  }
  if (req.method === 'POST') {
    const check = failedOriginCheck({ headers }, config.baseUrl, config.adminConsoleUrl)
    if (check) {
      const path = req.url?.split('?', 1)[0]
      log.warn({ requestId, path, check }, 'refused a cross-site form')
      return refuseForm('cross_site')
    }
    if (isLarger(headers, formLimits.admitted.bytes)) return refuseForm('form_too_large')
    // Next compares the origin with the host. The adapted header makes the check above hold behind a proxy too.
    const { origin } = req.headers
    if (origin && URL.canParse(origin)) req.headers['x-forwarded-host'] = new URL(origin).host
    else delete req.headers.origin
    // After an action, Next fetches the following page from this server directly, without a proxy in between.
    delete req.headers['x-forwarded-proto']
  }
  const peer = req.socket.remoteAddress ?? ''
  const ctx = await contextFor({ headers, peer }, requestId)
  const admission = await admit(ctx, req.url ?? '/', readCookies(headers, config).console)
  // An action reports an ended session itself, so that typed input is not lost.
  if (admission?.kind === 'redirect' && !req.headers['next-action']) {
    sendToSignIn(res, req.headers.rsc !== undefined, admission.location)
    return null
  }
  if (req.method === 'POST') {
    // The session was looked up: a cookie alone proves nothing.
    const limits = formLimits[admission?.kind === 'admitted' ? 'admitted' : 'anybody']
    if (isLarger(headers, limits.bytes)) return refuseForm('form_too_large')
    // Next would report a malformed form as a server failure. The bodies of refused visitors are never read.
    if (!(await isReadableForm(req, limits.parts, known))) return refuseForm('form_broken')
  }
  return { visitor: admission?.kind === 'admitted' ? admission.visitor : null }
}

/** @param byScript Next's router reloads the whole page when the answer is not in its own format */
function sendToSignIn(res: ServerResponse, byScript: boolean, location: string): void {
  res.statusCode = byScript ? 401 : 303
  res.setHeader('Cache-Control', 'no-store')
  if (!byScript) res.setHeader('Location', location)
  res.end()
}

/**
 * Refused here, because Next would report a file that is too large as a server failure. Browsers send a form's length.
 */
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

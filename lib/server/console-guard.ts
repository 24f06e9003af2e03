import type { IncomingMessage, ServerResponse } from 'node:http'
import { admit, type Visitor } from '#lib/console/guard.ts'
import { contextFor } from '#lib/http/context.ts'
import { readCookies } from '#lib/http/cookies.ts'
import type { Runtime } from '#lib/runtime.ts'
import { requestTarget, toHttpRequest } from './node-adapter.ts'

/**
 * Admits a request to a console page.
 * @returns the visitor; null when the response was already sent
 */
export async function guardConsole(
  { config }: Runtime,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<Visitor | null> {
  const requestId = String(res.getHeader('X-Request-Id'))
  const target = requestTarget(req)
  const request = toHttpRequest(req, config.baseUrl, target, requestId)
  const ctx = await contextFor(request, requestId)
  const admission = await admit(ctx, target, readCookies(request.headers, config).console)
  if (admission?.kind === 'admitted') return admission.visitor
  sendToSignIn(res, req.headers.rsc !== undefined, admission?.location ?? '/')
  return null
}

/** @param byScript Next's router reloads the whole page when the answer is not in its own format */
function sendToSignIn(res: ServerResponse, byScript: boolean, location: string): void {
  res.statusCode = byScript ? 401 : 303
  res.setHeader('Cache-Control', 'no-store')
  if (!byScript) res.setHeader('Location', location)
  res.end()
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { clientAddress } from '#lib/base/network/ip.ts'
import { cutCodePoints } from '#lib/base/text/text.ts'
import type { Runtime } from '#lib/runtime.ts'
import { requestTarget } from './node-adapter.ts'
import { redactParameters } from './redact-query.ts'

/** Query parameters whose values may be logged; all other values are hidden. */
const harmlessParameters = new Set([
  'acr_values',
  'client_id',
  'code_challenge_method',
  'error',
  'max_age',
  'page',
  'prompt',
  'response_mode',
  'response_type',
  'scope',
  'size',
  'ui_locales',
])

/** Logs a request when its response closes. */
export function logRequest(
  { log, config }: Runtime,
  req: IncomingMessage,
  res: ServerResponse,
  requestId: string,
): void {
  const started = performance.now()
  const { method } = req
  const [path = '/', query] = requestTarget(req).split(/\?(.*)/s)
  const headers = { get: (name: string) => req.headers[name]?.toString() ?? null }
  const ip = clientAddress(req.socket.remoteAddress ?? '', headers, config)
  res.once('close', () => {
    const record = {
      requestId,
      method,
      path: cutCodePoints(path, 200),
      ...(query ? { query: redactQuery(query) } : {}),
      status: res.statusCode,
      durationMs: Math.round((performance.now() - started) * 10) / 10,
      ip,
      ...(res.writableFinished ? {} : { aborted: true }),
    }
    log.info(record, 'request')
  })
}

/** Hides all values except those of harmless parameters, which are clipped. */
export function redactQuery(query: string): string {
  return redactParameters(query, (name, value) => (harmlessParameters.has(name) ? value : null))
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Metrics } from '#lib/base/log/metrics.ts'
import { httpMethods } from '#lib/http/exchange.ts'
import { requestTarget } from './node-adapter.ts'
import { templateOf } from './router.ts'

const methods: ReadonlySet<string> = new Set(httpMethods)

/** Counts a request when its response closes, by the template of its route. Paths that Next answers count as `page`. */
export function measureRequest(metrics: Metrics, req: IncomingMessage, res: ServerResponse): void {
  const started = performance.now()
  const path = requestTarget(req).split('?', 1)[0] ?? '/'
  const method = req.method ?? ''
  res.once('close', () => {
    countRequest(metrics, {
      route: templateOf(path) ?? 'page',
      method,
      status: res.writableFinished ? res.statusCode : null,
      seconds: (performance.now() - started) / 1000,
    })
  })
}

interface AnsweredRequest {
  /** The route's template, or `page`: never a path from a request, so the number of series stays bounded. */
  readonly route: string
  readonly method: string
  /** HTTP status; null when the client disconnected before the response. */
  readonly status: number | null
  readonly seconds: number
}

/**
 * Counts an answered request. All refused methods count as one (`other`), so that clients cannot create more series
 * than routes and methods.
 */
export function countRequest(
  { requests, durations }: Metrics,
  { route, status, seconds, ...request }: AnsweredRequest,
): void {
  const method = status === 405 || !methods.has(request.method) ? 'other' : request.method
  const statusClass = status === null ? 'aborted' : `${Math.floor(status / 100)}xx`
  requests.inc({ route, method, status: statusClass })
  durations.observe({ route, method }, seconds)
}

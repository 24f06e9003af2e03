import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Counts, countRequest } from '#lib/kernel/metrics.ts'
import { requestTarget } from './convert.ts'
import { templateOf } from './router.ts'

/** Counts a request when its response closes, by the template of its route. Paths that Next answers count as `page`. */
export function measureRequest(counts: Counts, req: IncomingMessage, res: ServerResponse): void {
  const started = performance.now()
  const path = requestTarget(req).split('?', 1)[0] ?? '/'
  const method = req.method ?? ''
  res.once('close', () => {
    countRequest(counts, {
      route: templateOf(path) ?? 'page',
      method,
      status: res.writableFinished ? res.statusCode : null,
      seconds: (performance.now() - started) / 1000,
    })
  })
}

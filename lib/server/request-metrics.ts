import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Counts, countRequest } from '#lib/kernel/metrics.ts'
import { requestTarget } from './convert.ts'
import { templateOf } from './router.ts'

/**
 * Counts a request once it is answered, by the template of its route; whatever Next answers is `page`.
 */
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

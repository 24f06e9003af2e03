import { expect, test } from 'vitest'
import { startMetrics } from '#lib/http/process-metrics.ts'
import { countRequest } from '#lib/server/request-metrics.ts'
import { readScrape } from '#tests/support/prometheus.ts'

const metrics = await startMetrics()
const requests = 'authserver_http_requests_total'
const durations = 'authserver_http_request_duration_seconds'

/** Counts these requests of a route that no other test counts. */
async function count(...requests: readonly Partial<Parameters<typeof countRequest>[1]>[]) {
  const route = `/route-${crypto.randomUUID()}`
  for (const request of requests) {
    countRequest(metrics, { route, method: 'GET', status: 200, seconds: 0.003, ...request })
  }
  const { AggregatorRegistry } = await import('prom-client')
  const registry = AggregatorRegistry.aggregate([(await metrics.families()) as object[]])
  const scrape = readScrape(await registry.metrics())
  return {
    total: (name: string, labels: Record<string, string> = {}) =>
      scrape.total(name, { route, worker: '1', ...labels }),
  }
}

test('a duration is counted in every bucket that is wide enough for it', async () => {
  const found = await count(...[0.003, 0.005, 0.2, 60].map((seconds) => ({ seconds })))
  const buckets = ['0.0025', '0.005', '0.1', '0.25', '5', '+Inf'].map((le) =>
    found.total(`${durations}_bucket`, { le }),
  )
  expect(buckets).toEqual([0, 2, 2, 3, 3, 4])
  expect(found.total(`${durations}_count`)).toBe(4)
  expect(found.total(`${durations}_sum`)).toBeCloseTo(60.208)
})

test('statuses are counted by class, and a disconnected client as aborted', async () => {
  const found = await count(...[200, 204, 404, null].map((status) => ({ status })))
  const classes = ['2xx', '4xx', 'aborted'].map((status) => found.total(requests, { status }))
  expect(classes).toEqual([2, 1, 1])
})

test('methods that a route refuses, and unknown methods, count as one', async () => {
  const refused = ['DELETE', 'TRACE'].map((method) => ({ method, status: 405 }))
  const found = await count({ method: 'PROPFIND' }, ...refused)
  expect(found.total(requests, { method: 'other' })).toBe(3)
  expect(found.total(requests)).toBe(3)
})

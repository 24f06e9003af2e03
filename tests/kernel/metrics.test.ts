import { expect, test } from 'vitest'
import { type Counts, countRequest, requestFamilies } from '#lib/kernel/metrics.ts'

const nothing = (): Counts => ({ requests: new Map(), events: new Map(), refusals: new Map() })
const ask = { route: '/certs', method: 'GET', status: 200, seconds: 0.003 }

function durationOf(counts: Counts, metricName: string, labels: object = {}): number | undefined {
  const [, durations] = requestFamilies(counts)
  const wanted = { route: '/certs', method: 'GET', ...labels }
  return durations?.values.find(
    (one) => one.metricName === metricName && JSON.stringify(one.labels) === JSON.stringify(wanted),
  )?.value
}

test('a duration is counted in every bucket that is wide enough for it', () => {
  const counts = nothing()
  for (const seconds of [0.003, 0.005, 0.2, 60]) countRequest(counts, { ...ask, seconds })
  const name = 'authserver_http_request_duration_seconds'
  const buckets = [0.0025, 0.005, 0.1, 0.25, 5, '+Inf'].map((le) =>
    durationOf(counts, `${name}_bucket`, { le }),
  )
  expect(buckets).toEqual([0, 2, 2, 3, 3, 4])
  expect(durationOf(counts, `${name}_count`)).toBe(4)
  expect(durationOf(counts, `${name}_sum`)).toBeCloseTo(60.208)
})

test('statuses are counted by class, a visitor who left as aborted', () => {
  const counts = nothing()
  for (const status of [200, 204, 404, null]) countRequest(counts, { ...ask, status })
  const [requests] = requestFamilies(counts)
  expect(requests?.values.map(({ labels, value }) => [labels.status, value])).toEqual([
    ['2xx', 2],
    ['4xx', 1],
    ['aborted', 1],
  ])
})

test('methods that a route refuses, and those of no route, are one', () => {
  const counts = nothing()
  countRequest(counts, { ...ask, method: 'PROPFIND' })
  for (const method of ['DELETE', 'TRACE']) countRequest(counts, { ...ask, method, status: 405 })
  expect([...(counts.requests.get('/certs')?.keys() ?? [])]).toEqual(['other'])
})

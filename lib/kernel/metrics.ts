import { singleton } from './singleton.ts'

/** All time series of one name, in the form that processes exchange. */
export interface MetricFamily {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly aggregator: 'sum'
  readonly values: readonly MetricValue[]
}

export interface MetricValue {
  readonly labels: Readonly<Record<string, string | number>>
  readonly value: number
  /** Set when it differs from the family's name: the parts of a histogram have their own names. */
  readonly metricName?: string
}

export interface AnsweredRequest {
  /** The route's template, or `page`: never a path from a request, so the number of series stays bounded. */
  readonly route: string
  readonly method: string
  /** HTTP status; null when the client disconnected before the response. */
  readonly status: number | null
  readonly seconds: number
}

/** A histogram of one time series. */
export interface Durations {
  readonly labels: MetricValue['labels']
  /** Counts by the bound of the same index; not cumulative. */
  readonly buckets: readonly number[]
  /** Their sum. */
  readonly seconds: number
  readonly count: number
}

/** Requests of one route and method. */
interface RequestCounts {
  /** By status class. */
  readonly statuses: Record<string, number>
  /** As in `Durations`. */
  readonly buckets: number[]
  seconds: number
  count: number
}

/** The counters of a process. */
export interface Counts {
  /** By route, then method. */
  readonly requests: Map<string, Map<string, RequestCounts>>
  /** By name of the audit event. */
  readonly events: Map<string, number>
  /** By limiter. */
  readonly refusals: Map<string, number>
}

/** The part of `/metrics` that this process contributes. */
export interface Metrics {
  readonly counts: Counts
  /** Of the program; '' when unknown. */
  version: string
  /** Asks every process that shares the port; absent in a single process. */
  gather?: () => Promise<readonly (readonly MetricFamily[])[]>
}

/** Upper bounds of the duration histogram, in seconds. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5] as const
/** Methods that routes have; all others count as one. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Starts counting. Before this call nothing is counted, because no metrics endpoint reads it. */
export function openMetrics(): Metrics {
  const place = slot()
  place.metrics ??= {
    counts: { requests: new Map(), events: new Map(), refusals: new Map() },
    version: '',
  }
  return place.metrics
}

/**
 * Counts an answered request. All refused methods count as one (`other`), so that clients cannot create more series
 * than routes and methods.
 */
export function countRequest({ requests }: Counts, request: AnsweredRequest): void {
  const { route, status, seconds } = request
  const method = status === 405 || !methods.has(request.method) ? 'other' : request.method
  let ofRoute = requests.get(route)
  if (!ofRoute) {
    ofRoute = new Map()
    requests.set(route, ofRoute)
  }
  let found = ofRoute.get(method)
  if (!found) {
    found = { statuses: {}, buckets: bounds.map(() => 0), seconds: 0, count: 0 }
    ofRoute.set(method, found)
  }
  const statusClass = status === null ? 'aborted' : `${Math.floor(status / 100)}xx`
  found.statuses[statusClass] = (found.statuses[statusClass] ?? 0) + 1
  found.seconds += seconds
  found.count++
  const bucket = bounds.findIndex((bound) => seconds <= bound)
  if (bucket >= 0) found.buckets[bucket] = (found.buckets[bucket] ?? 0) + 1
}

/** @param event a name of the closed list */
export function countEvent(event: string): void {
  increase(slot().metrics?.counts.events, event)
}

/** @param limiter a name of the closed list */
export function countRefusal(limiter: string): void {
  increase(slot().metrics?.counts.refusals, limiter)
}

/** Number and duration of the requests counted so far. */
export function requestFamilies({ requests }: Counts): MetricFamily[] {
  const counted: MetricValue[] = []
  const durations: Durations[] = []
  for (const [route, byMethod] of requests) {
    for (const [method, found] of byMethod) {
      for (const [status, value] of Object.entries(found.statuses)) {
        counted.push({ labels: { route, method, status }, value })
      }
      durations.push({ ...found, labels: { route, method } })
    }
  }
  return [
    counter('authserver_http_requests_total', 'Requests answered.', counted),
    histogram(
      'authserver_http_request_duration_seconds',
      'Time from the headers of a request to the end of its response.',
      bounds,
      durations,
    ),
  ]
}

/** @param bounds upper bounds, in seconds */
export function histogram(
  name: string,
  help: string,
  bounds: readonly number[],
  series: readonly Durations[],
): MetricFamily {
  const values = series.flatMap((one) => histogramValues(name, bounds, one))
  return { name, help, type: 'histogram', aggregator: 'sum', values }
}

export function counter(name: string, help: string, values: readonly MetricValue[]): MetricFamily {
  return { name, help, type: 'counter', aggregator: 'sum', values }
}

export function gauge(name: string, help: string, values: readonly MetricValue[]): MetricFamily {
  return { name, help, type: 'gauge', aggregator: 'sum', values }
}

function histogramValues(
  name: string,
  bounds: readonly number[],
  { labels, ...found }: Durations,
): MetricValue[] {
  let below = 0
  const metricName = `${name}_bucket`
  const buckets = bounds.map((le, index) => {
    below += found.buckets[index] ?? 0
    return { metricName, labels: { ...labels, le }, value: below }
  })
  return [
    ...buckets,
    { metricName, labels: { ...labels, le: '+Inf' }, value: found.count },
    { metricName: `${name}_sum`, labels, value: found.seconds },
    { metricName: `${name}_count`, labels, value: found.count },
  ]
}

function slot(): { metrics: Metrics | null } {
  return singleton('metrics', () => ({ metrics: null }))
}

function increase(counts: Map<string, number> | undefined, name: string): void {
  counts?.set(name, (counts.get(name) ?? 0) + 1)
}

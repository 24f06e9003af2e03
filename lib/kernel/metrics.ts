import { singleton } from './singleton.ts'

/** Time series of one name, in the form in which processes hand them to each other. */
export interface MetricFamily {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly aggregator: 'sum'
  readonly values: readonly MetricValue[]
}

/** One time series at this moment. */
export interface MetricValue {
  readonly labels: Readonly<Record<string, string | number>>
  readonly value: number
  /** The name where it is not the family's: the parts of a histogram have their own. */
  readonly metricName?: string
}

/** An answered request. */
export interface AnsweredRequest {
  /** The route's template, or `page`: never a path that somebody asked for. */
  readonly route: string
  readonly method: string
  /** HTTP status; null when the client was gone before the answer. */
  readonly status: number | null
  readonly seconds: number
}

/** Durations of one time series. */
export interface Durations {
  readonly labels: MetricValue['labels']
  /** How many took at most as long as the bound of the same index; not cumulated. */
  readonly buckets: readonly number[]
  /** All of them together. */
  readonly seconds: number
  readonly count: number
}

/** Requests of one route and method. */
interface RequestCounts {
  /** By status class. */
  readonly statuses: Record<string, number>
  /** As those of `Durations`. */
  readonly buckets: number[]
  seconds: number
  count: number
}

/** What a process counts. */
export interface Counts {
  /** By route, then method. */
  readonly requests: Map<string, Map<string, RequestCounts>>
  /** Names of audit events. */
  readonly events: Map<string, number>
  /** Refusals by limiter. */
  readonly refusals: Map<string, number>
}

/** What `/metrics` is made of in this process. */
export interface Metrics {
  readonly counts: Counts
  /** Of the program; '' when it was not told. */
  version: string
  /** Asks every process that shares the port; absent: this one is the only one. */
  gather?: () => Promise<readonly (readonly MetricFamily[])[]>
}

/** Upper bounds of the duration histogram, in seconds. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5] as const
/** Methods that routes have; all others are counted as one. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Begins to count. Until then nothing is counted: nobody may read it. */
export function openMetrics(): Metrics {
  const place = slot()
  place.metrics ??= {
    counts: { requests: new Map(), events: new Map(), refusals: new Map() },
    version: '',
  }
  return place.metrics
}

/**
 * Counts an answered request. All methods that are refused count as one (`other`), so that a client cannot make
 * more series than there are routes and methods.
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

/** Counts an audit event. @param event a name of the closed list */
export function countEvent(event: string): void {
  increase(slot().metrics?.counts.events, event)
}

/** Counts a request that a rate limiter refused. @param limiter a name of the closed list */
export function countRefusal(limiter: string): void {
  increase(slot().metrics?.counts.refusals, limiter)
}

/** The requests counted so far: how many, and how long they took. */
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
      'Time from the head of a request to the end of its answer.',
      bounds,
      durations,
    ),
  ]
}

/**
 * A family of durations.
 * @param bounds upper ones, in seconds
 */
export function histogram(
  name: string,
  help: string,
  bounds: readonly number[],
  series: readonly Durations[],
): MetricFamily {
  const values = series.flatMap((one) => histogramValues(name, bounds, one))
  return { name, help, type: 'histogram', aggregator: 'sum', values }
}

/** A family of values that only rise. */
export function counter(name: string, help: string, values: readonly MetricValue[]): MetricFamily {
  return { name, help, type: 'counter', aggregator: 'sum', values }
}

/** A family of values that rise and fall. */
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

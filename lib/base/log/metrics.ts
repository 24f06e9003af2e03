import type { Counter, Histogram } from 'prom-client'
import { singleton } from '#lib/base/concurrency/singleton.ts'

/** All time series of one name, in the form that processes exchange. */
export interface MetricFamily {
  readonly name: string
  readonly help: string
  readonly type: string
  readonly aggregator: 'sum'
  readonly values: readonly object[]
}

/** The metrics that the program updates itself. */
export interface Metrics {
  readonly requests: Counter<'route' | 'method' | 'status'>
  readonly durations: Histogram<'route' | 'method'>
  readonly events: Counter<'event'>
  readonly refusals: Counter<'limiter'>
  readonly refusedRequests: Counter<'endpoint' | 'rule'>
  readonly droppedRefusals: Counter
  readonly introspections: Counter<'result'>
  readonly outboundRequests: Counter<'purpose' | 'outcome'>
  readonly providerSignIns: Counter<'outcome'>
  readonly breachedPasswordChecks: Counter<'result'>
  readonly passwordWaits: Histogram
  readonly passwordRefusals: Counter<'reason'>
  /** All metrics of this process, those of Node.js included. */
  families(): Promise<readonly MetricFamily[]>
  /** Asks every process that shares the port; absent in a single process. */
  gather?: () => Promise<readonly (readonly MetricFamily[])[]>
}

/** The metrics of this process; null until they are started, because nothing reads them before. */
export function metrics(): Metrics | null {
  return slot().metrics
}

/** Starts counting. */
export function setMetrics(metrics: Metrics): void {
  slot().metrics = metrics
}

/** @param event a name of the closed list */
export function countEvent(event: string): void {
  metrics()?.events.inc({ event })
}

/** @param limiter a name of the closed list */
export function countRefusal(limiter: string): void {
  metrics()?.refusals.inc({ limiter })
}

/** Counts a refused request, whether it is recorded or not. Both names are from closed lists. */
export function countRefused(endpoint: string, rule: string): void {
  metrics()?.refusedRequests.inc({ endpoint, rule })
}

/** Counts a refused request that gets no record of its own. */
export function countDroppedRefusal(): void {
  metrics()?.droppedRefusals.inc()
}

/** Counts an answer of the introspection endpoint. */
export function countIntrospection(result: 'active' | 'inactive'): void {
  metrics()?.introspections.inc({ result })
}

/** Counts a request to another server. */
export function countOutboundRequest(purpose: string, outcome: string): void {
  metrics()?.outboundRequests.inc({ purpose, outcome })
}

/** How a sign-in with another server ended there. */
export const providerOutcomes = ['ok', 'cancelled', 'refused', 'unreachable', 'invalid'] as const

/** Counts a sign-in with another server. */
export function countProviderSignIn(outcome: (typeof providerOutcomes)[number]): void {
  metrics()?.providerSignIns.inc({ outcome })
}

/** How a look-up among breached passwords ended. */
export const breachResults = ['clean', 'breached', 'unavailable'] as const

/** Counts a look-up among breached passwords. */
export function countBreachedPasswordCheck(result: (typeof breachResults)[number]): void {
  metrics()?.breachedPasswordChecks.inc({ result })
}

function slot(): { metrics: Metrics | null } {
  return singleton('metrics', () => ({ metrics: null }))
}

import type { Registry } from 'prom-client'
import { type AuditEvent, auditEvents } from '#lib/domain/audit-events.ts'
import { passwordQueue } from '#lib/domain/password.ts'
import { limiterNames } from '#lib/domain/rate-limits.ts'
import { followUpQueue } from '#lib/kernel/after-response.ts'
import {
  type Counts,
  counter,
  gauge,
  histogram,
  type MetricFamily,
  type MetricValue,
  openMetrics,
  requestFamilies,
} from '#lib/kernel/metrics.ts'
import { singleton } from '#lib/kernel/singleton.ts'
import { waitBounds } from '#lib/kernel/work-queue.ts'

/** The audit event of issued tokens, by grant. */
const tokenEvents = {
  authorization_code: 'token_issued_authorization_code_response',
  refresh_token: 'token_issued_refresh_token_response',
  client_credentials: 'token_issued_client_credentials_response',
  password: 'token_issued_ropc_response',
  implicit: 'token_issued_implicit_response',
} as const satisfies Record<string, AuditEvent>

/** The audit events of checked passwords and codes. */
const signInEvents: readonly (readonly [factor: string, result: string, event: AuditEvent])[] = [
  ['password', 'success', 'auth_success_pwd'],
  ['password', 'failure', 'auth_failed_pwd'],
  ['otp', 'success', 'auth_success_otp'],
  ['otp', 'failure', 'auth_failed_otp'],
  ['password_grant', 'success', 'token_issued_ropc_response'],
  ['password_grant', 'failure', 'ropc_auth_failed'],
]

/**
 * Starts counting in this process, including its memory and event loop.
 * @param version of the program
 */
export async function startMetrics(version: string): Promise<void> {
  openMetrics().version = version
  await processRegistry()
}

/**
 * The metrics of this process.
 * @param worker its number among the processes that share the port, from 1
 */
export async function ownFamilies(worker: string): Promise<MetricFamily[]> {
  const { counts, version } = openMetrics()
  const process = await (await processRegistry()).getMetricsAsJSON()
  const build = [{ labels: { version }, value: 1 }]
  const own = [
    ...requestFamilies(counts),
    ...eventFamilies(counts),
    queueFamily(),
    ...passwordQueueFamilies(),
    gauge('authserver_build_info', 'The running version.', build),
  ]
  return [...own, ...process.map(asFamily)].map((family) => ({
    ...family,
    values: family.values.map((one) => ({ ...one, labels: { ...one.labels, worker } })),
  }))
}

/** Includes every series with a known name from the start, so that Prometheus sees its first increase. */
function eventFamilies({ events, refusals }: Counts): MetricFamily[] {
  const happened = (event: AuditEvent) => events.get(event) ?? 0
  return [
    counter(
      'authserver_tokens_issued_total',
      'Token responses, by grant.',
      Object.entries(tokenEvents).map(([grant, event]) => ({
        labels: { grant },
        value: happened(event),
      })),
    ),
    counter(
      'authserver_sign_ins_total',
      'Checks of passwords and one-time codes.',
      signInEvents.map(([factor, result, event]) => ({
        labels: { factor, result },
        value: happened(event),
      })),
    ),
    counter(
      'authserver_rate_limited_total',
      'Requests refused by a rate limiter.',
      limiterNames.map((limiter) => ({ labels: { limiter }, value: refusals.get(limiter) ?? 0 })),
    ),
    counter(
      'authserver_audit_events_total',
      'Audit events, whether or not they are stored.',
      auditEvents.map((event) => ({ labels: { event }, value: happened(event) })),
    ),
  ]
}

function queueFamily(): MetricFamily {
  const queues = { password_hashes: passwordQueue(), after_response: followUpQueue() }
  const values = Object.entries(queues).flatMap(([queue, { running, waiting }]): MetricValue[] => [
    { labels: { queue, state: 'running' }, value: running },
    { labels: { queue, state: 'waiting' }, value: waiting },
  ])
  return gauge('authserver_queue_items', 'Running and waiting work.', values)
}

/** Wait times of password hashes, and refused hashes. */
function passwordQueueFamilies(): MetricFamily[] {
  const { waits, waitedSeconds, served, refused } = passwordQueue()
  const series = { labels: {}, buckets: waits, seconds: waitedSeconds, count: served }
  return [
    histogram(
      'authserver_password_queue_wait_seconds',
      'Time that password hashes waited in the queue.',
      waitBounds,
      [series],
    ),
    counter(
      'authserver_password_queue_refused_total',
      'Password hashes that left the queue without being computed, by reason.',
      Object.entries(refused).map(([reason, value]) => ({ labels: { reason }, value })),
    ),
  ]
}

/** Node.js metrics of the process. The library is loaded on first use. */
function processRegistry(): Promise<Registry> {
  return singleton('process-metrics', async () => {
    const { collectDefaultMetrics, Registry } = await import('prom-client')
    const register = new Registry()
    collectDefaultMetrics({ register })
    return register
  })
}

/** Every series has a label with its process, so summing over processes changes nothing. */
function asFamily(found: object): MetricFamily {
  return { ...(found as MetricFamily), aggregator: 'sum' }
}

import type { Counter, Registry } from 'prom-client'
import { followUpQueue } from '#lib/base/concurrency/after-response.ts'
import { singleton } from '#lib/base/concurrency/singleton.ts'
import { refusalReasons } from '#lib/base/concurrency/work-queue.ts'
import {
  breachResults,
  type MetricFamily,
  type Metrics,
  providerOutcomes,
  setMetrics,
} from '#lib/base/log/metrics.ts'
import { type AuditEvent, auditEvents } from '#lib/domain/audit/audit-events.ts'
import { limiterNames } from '#lib/domain/limits/limiters.ts'
import { passwordQueue } from '#lib/domain/passwords/password.ts'
import { outboundFailures, outboundPurposes } from '#lib/outbound/outcomes.ts'
import { version } from './version.ts'

/** Upper bounds of the buckets, in seconds. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const passwordWaitBuckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 4]

/** The audit event of issued tokens, by grant. */
const tokenEvents = {
  authorization_code: 'token_issued_authorization_code_response',
  refresh_token: 'token_issued_refresh_token_response',
  client_credentials: 'token_issued_client_credentials_response',
  password: 'token_issued_ropc_response',
  implicit: 'token_issued_implicit_response',
  device_code: 'token_issued_device_code_response',
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

type PromClient = typeof import('prom-client')

/**
 * Starts counting in this process, including its memory and event loop. The library is loaded here, because it takes
 * memory that a server without metrics saves.
 * @param worker its number among the processes that share the port, from 1
 */
export function startMetrics(worker = '1'): Promise<Metrics> {
  return singleton('process-metrics', async () => {
    const client = await import('prom-client')
    const registry = new client.Registry()
    registry.setDefaultLabels({ worker })
    const metrics = { ...ownMetrics(client, registry), families: () => familiesOf(registry) }
    client.collectDefaultMetrics({ register: registry })
    setMetrics(metrics)
    return metrics
  })
}

/** Every series has a label with its process, so summing over processes changes nothing. */
async function familiesOf(registry: Registry): Promise<MetricFamily[]> {
  const families = await registry.getMetricsAsJSON()
  return families.map((family) => ({ ...(family as object as MetricFamily), aggregator: 'sum' }))
}

function ownMetrics(client: PromClient, registry: Registry): Omit<Metrics, 'families'> {
  const events = eventMetrics(client, registry)
  addQueueItems(client, registry)
  addBuildInfo(client, registry)
  return {
    ...requestMetrics(client, registry),
    ...outboundMetrics(client, registry),
    ...passwordMetrics(client, registry),
    events,
  }
}

function requestMetrics({ Counter, Histogram }: PromClient, registry: Registry) {
  const requests = new Counter({
    name: 'authserver_http_requests_total',
    help: 'Requests answered.',
    labelNames: ['route', 'method', 'status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'authserver_http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its response.',
    labelNames: ['route', 'method'],
    buckets: durationBuckets,
    registers: [registry],
  })
  const refusals = new Counter({
    name: 'authserver_rate_limited_total',
    help: 'Requests refused by a rate limiter.',
    labelNames: ['limiter'],
    registers: [registry],
  })
  for (const limiter of limiterNames) refusals.inc({ limiter }, 0)
  const introspections = new Counter({
    name: 'authserver_introspections_total',
    help: 'Answers of the introspection endpoint.',
    labelNames: ['result'],
    registers: [registry],
  })
  for (const result of ['active', 'inactive']) introspections.inc({ result }, 0)
  const refusedRequests = new Counter({
    name: 'authserver_refusals_total',
    help: 'Refused requests, whether they were recorded or not.',
    labelNames: ['endpoint', 'rule'],
    registers: [registry],
  })
  const droppedRefusals = new Counter({
    name: 'authserver_refusal_records_dropped_total',
    help: 'Refused requests beyond the number that is recorded.',
    registers: [registry],
  })
  return { requests, durations, refusals, introspections, refusedRequests, droppedRefusals }
}

function outboundMetrics({ Counter }: PromClient, registry: Registry) {
  const outboundRequests = new Counter({
    name: 'authserver_outbound_requests_total',
    help: 'Requests to other servers.',
    labelNames: ['purpose', 'outcome'],
    registers: [registry],
  })
  for (const purpose of outboundPurposes) {
    for (const outcome of ['answered', ...outboundFailures]) {
      outboundRequests.inc({ purpose, outcome }, 0)
    }
  }
  const providerSignIns = new Counter({
    name: 'authserver_provider_sign_ins_total',
    help: 'Sign-ins with other servers, by how they ended there.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  for (const outcome of providerOutcomes) providerSignIns.inc({ outcome }, 0)
  const breachedPasswordChecks = new Counter({
    name: 'authserver_breached_password_checks_total',
    help: 'New passwords that were looked up among breached ones.',
    labelNames: ['result'],
    registers: [registry],
  })
  for (const result of breachResults) breachedPasswordChecks.inc({ result }, 0)
  return { outboundRequests, providerSignIns, breachedPasswordChecks }
}

/** Includes every series with a known name from the start, so that Prometheus sees its first increase. */
function eventMetrics({ Counter }: PromClient, registry: Registry): Counter<'event'> {
  const events = new Counter({
    name: 'authserver_audit_events_total',
    help: 'Audit events, whether or not they are stored.',
    labelNames: ['event'],
    registers: [registry],
  })
  for (const event of auditEvents) events.inc({ event }, 0)
  new Counter({
    name: 'authserver_tokens_issued_total',
    help: 'Token responses, by grant.',
    labelNames: ['grant'],
    registers: [registry],
    async collect() {
      const counts = await countsOf(events)
      this.reset()
      for (const [grant, event] of Object.entries(tokenEvents)) {
        this.inc({ grant }, counts.get(event) ?? 0)
      }
    },
  })
  new Counter({
    name: 'authserver_sign_ins_total',
    help: 'Checks of passwords and one-time codes.',
    labelNames: ['factor', 'result'],
    registers: [registry],
    async collect() {
      const counts = await countsOf(events)
      this.reset()
      for (const [factor, result, event] of signInEvents) {
        this.inc({ factor, result }, counts.get(event) ?? 0)
      }
    },
  })
  return events
}

async function countsOf(events: Counter<'event'>): Promise<Map<unknown, number>> {
  const { values } = await events.get()
  return new Map(values.map(({ labels, value }) => [labels.event, value]))
}

/** Wait times of password hashes, and refused hashes. */
function passwordMetrics({ Counter, Histogram }: PromClient, registry: Registry) {
  const passwordWaits = new Histogram({
    name: 'authserver_password_queue_wait_seconds',
    help: 'Time that password hashes waited in the queue.',
    buckets: passwordWaitBuckets,
    registers: [registry],
  })
  const passwordRefusals = new Counter({
    name: 'authserver_password_queue_refused_total',
    help: 'Password hashes that left the queue without being computed, by reason.',
    labelNames: ['reason'],
    registers: [registry],
  })
  for (const reason of refusalReasons) passwordRefusals.inc({ reason }, 0)
  return { passwordWaits, passwordRefusals }
}

function addQueueItems({ Gauge }: PromClient, registry: Registry): void {
  new Gauge({
    name: 'authserver_queue_items',
    help: 'Running and waiting work.',
    labelNames: ['queue', 'state'],
    registers: [registry],
    collect() {
      const queues = { password_hashes: passwordQueue(), after_response: followUpQueue() }
      for (const [queue, { running, waiting }] of Object.entries(queues)) {
        this.set({ queue, state: 'running' }, running)
        this.set({ queue, state: 'waiting' }, waiting)
      }
    },
  })
}

function addBuildInfo({ Gauge }: PromClient, registry: Registry): void {
  const build = new Gauge({
    name: 'authserver_build_info',
    help: 'The running version.',
    labelNames: ['version'],
    registers: [registry],
  })
  build.set({ version }, 1)
}

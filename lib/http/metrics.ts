import { equalInConstantTime } from '#lib/base/crypto/hash.ts'
import type { MetricFamily } from '#lib/base/log/metrics.ts'
import { withinTime } from '#lib/base/time/within-time.ts'
import { retentionCutoffs } from '#lib/domain/retention/retention.ts'
import { type Runtime, runtime } from '#lib/runtime.ts'
import { requestIdOf } from './context.ts'
import { type Answer, routeFunction } from './exchange.ts'
import { startMetrics } from './process-metrics.ts'
import { answerOf } from './respond.ts'

/** Counting a table's backlog stops here: a larger number says no more. */
const maxCounted = 10_000
/** A slower database is left out of the answer. In milliseconds. */
const databaseMs = 2_000

/**
 * `GET /metrics`: the counters of every process that shares the port, in the text format of Prometheus. Answers 404
 * unless `METRICS_TOKEN` is set, and 401 unless the request has it as a bearer token.
 */
export const metrics = routeFunction(async (request) => {
  const shared = await runtime()
  const { metricsToken } = shared.config
  if (!metricsToken) return plainText(shared, 404, 'not found\n')
  const sent = /^bearer +(.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
  if (!equalInConstantTime(sent, metricsToken)) {
    return plainText(shared, 401, 'unauthorized\n', { 'WWW-Authenticate': 'Bearer' })
  }
  const { gather, families } = await startMetrics()
  const [processes, common] = await Promise.all([
    gather?.() ?? Promise.all([families()]),
    databaseFamilies(shared, requestIdOf(request)),
  ])
  const reporting = [{ labels: {}, value: processes.length }]
  const help = 'Processes whose figures are in this response.'
  const workers = gauge('authserver_workers_reporting', help, reporting)
  const { AggregatorRegistry } = await import('prom-client')
  const registry = AggregatorRegistry.aggregate([...processes, [workers, ...common]] as object[])
  const contentType = registry.contentType
  return plainText(shared, 200, await registry.metrics(), { 'Content-Type': contentType })
})

/**
 * Metrics from the database. They are the same in every process, so they have no `worker` label. Empty when the
 * database does not answer.
 */
async function databaseFamilies(
  { store, clock, log }: Runtime,
  requestId: string,
): Promise<MetricFamily[]> {
  try {
    return await withinTime(
      async () => {
        const settings = await store.settings.find()
        if (!settings) return []
        const moments = retentionCutoffs({ settings, now: clock() })
        const rows = await store.backlog.count(moments, maxCounted)
        const backlog = Object.entries(rows).map(([table, value]) => ({ labels: { table }, value }))
        const open = await store.interactions.total()
        const logout = await store.logoutNotifications.summary()
        const registered = await store.clientRegistrations.counts()
        const lastPass = settings.lastCleanupAt
        return [
          gauge(
            'authserver_backlog_rows',
            `Expired rows that are not yet removed; counted up to ${maxCounted}.`,
            backlog,
          ),
          gauge('authserver_open_sign_ins', 'Sign-ins in progress, including abandoned ones.', [
            { labels: {}, value: open.rows },
          ]),
          gauge(
            'authserver_open_sign_in_bytes',
            'Approximate size of the sign-ins in progress in the database.',
            [{ labels: {}, value: open.bytes }],
          ),
          ...logoutGauges(logout, clock()),
          gauge(
            'authserver_self_registered_clients',
            'Clients that registered themselves.',
            registered.map(({ kind, approval, count: value }) => ({
              labels: { kind, approval },
              value,
            })),
          ),
          gauge(
            'authserver_last_cleanup_timestamp_seconds',
            'End of the last full pass of the cleaner.',
            lastPass ? [{ labels: {}, value: lastPass.getTime() / 1000 }] : [],
          ),
        ]
      },
      databaseMs,
      () => new Error('The database is too slow.'),
    )
  } catch (error) {
    log.warn({ err: error, requestId }, 'failed to count the backlog')
    return []
  }
}

/** The logout tokens that clients have yet to receive, and since when. */
function logoutGauges(
  {
    pending,
    failed,
    oldestPending,
  }: Awaited<ReturnType<Runtime['store']['logoutNotifications']['summary']>>,
  now: Date,
): MetricFamily[] {
  const seconds = oldestPending ? (now.getTime() - oldestPending.getTime()) / 1000 : 0
  return [
    gauge('authserver_logout_notifications', 'Logout tokens that clients did not receive.', [
      { labels: { state: 'pending' }, value: pending },
      { labels: { state: 'failed' }, value: failed },
    ]),
    gauge('authserver_logout_oldest_pending_seconds', 'How long the oldest of them waits.', [
      { labels: {}, value: Math.max(0, seconds) },
    ]),
  ]
}

function gauge(name: string, help: string, values: MetricFamily['values']): MetricFamily {
  return { name, help, type: 'gauge', aggregator: 'sum', values }
}

function plainText(
  { config }: Runtime,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return answerOf({ kind: 'text', status, body, headers }, config)
}

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request as httpRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEvents } from '#lib/domain/audit/audit-events.ts'
import { startMetrics } from '#lib/http/process-metrics.ts'
import { outboundFailures } from '#lib/outbound/outcomes.ts'
import { makeListener } from '#lib/server/dispatch.ts'
import { stop } from '#lib/server/graceful-stop.ts'
import { listen, makeHttpServer } from '#lib/server/http-server.ts'
import { openPages } from '#lib/server/pages.ts'
import { requestToken, signIn } from '#tests/support/oauth.ts'
import { aClient, aUser, grantToClient, type TestClient } from '#tests/support/people.ts'
import { ownSeries, readScrape, type Scrape } from '#tests/support/prometheus.ts'
import { server, type TestServer } from '#tests/support/server.ts'

const token = 'a-token-for-the-scraper'
const bearer = { authorization: `Bearer ${token}` }

let app: TestServer
let client: TestClient
let listening: Server
let port = 0

beforeAll(async () => {
  app = await server({ env: { METRICS_TOKEN: token } })
  client = await aClient(app.store)
  await startMetrics()
  const pages = openPages(
    async (_req, res) => {
      res.statusCode = 404
      res.end('page')
    },
    app.runtime,
    false,
  )
  listening = makeHttpServer(makeListener(app.runtime, pages))
  await listen(listening, 0, '127.0.0.1')
  port = (listening.address() as AddressInfo).port
})
afterAll(() => stop(listening))

async function ask(path: string, method = 'GET', headers: Record<string, string | string[]> = {}) {
  const req = httpRequest({ port, host: '127.0.0.1', path, method, headers })
  req.end()
  const [res] = (await once(req, 'response')) as [import('node:http').IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of res) chunks.push(chunk as Buffer)
  return { status: res.statusCode, headers: res.headers, body: Buffer.concat(chunks).toString() }
}

async function scrape(): Promise<Scrape> {
  const { status, body } = await ask('/metrics', 'GET', bearer)
  expect(status).toBe(200)
  return readScrape(body)
}

/** How much work increases a counter. */
async function rise(
  work: () => Promise<unknown>,
  name: string,
  labels: Record<string, string>,
): Promise<number> {
  const before = (await scrape()).total(name, labels)
  await work()
  return (await scrape()).total(name, labels) - before
}

const requests = 'authserver_http_requests_total'
const tokens = 'authserver_tokens_issued_total'
const signIns = 'authserver_sign_ins_total'

describe('the gate of /metrics', () => {
  test.each([
    ['no token', {}],
    ['another token', { authorization: 'Bearer a-token-for-the-scrapes' }],
    ['the beginning of the token', { authorization: `Bearer ${token.slice(0, -1)}` }],
    ['the token under another scheme', { authorization: `Basic ${token}` }],
    ['the token twice', { authorization: [`Bearer ${token}`, `Bearer ${token}`] }],
  ])('refuses %s with 401 and says how to authenticate', async (_, headers) => {
    const { status, headers: answered, body } = await ask('/metrics', 'GET', headers)
    expect([status, body]).toEqual([401, 'unauthorized\n'])
    expect(answered['www-authenticate']).toBe('Bearer')
    expect(answered['cache-control']).toBe('no-store')
  })

  test('refuses the token in the query', async () => {
    expect((await ask(`/metrics?access_token=${token}`)).status).toBe(401)
  })

  test('answers the token in the text format of Prometheus', async () => {
    const { status, headers } = await ask('/metrics', 'GET', bearer)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(headers['cache-control']).toBe('no-store')
  })
})

describe('requests', () => {
  test('are counted by the template of their route, never by their path', async () => {
    const labels = { route: '/client/logo/[clientIdentifier]', method: 'GET', status: '4xx' }
    expect(await rise(() => ask('/client/logo/nobody-1'), requests, labels)).toBe(1)
    const health = { route: '/health', method: 'GET', status: '2xx' }
    expect(await rise(() => ask('/he%61lth/?x=1'), requests, health)).toBe(1)
  })

  test('that Next answers are one route', async () => {
    const labels = { route: 'page', method: 'GET', status: '4xx' }
    expect(await rise(() => ask('/a/b/c'), requests, labels)).toBe(1)
  })

  test('with odd paths and methods add no series', async () => {
    const odd = async (name: string) => {
      await ask(`/${name}`)
      await ask(`/client/logo/${name}`)
      await ask(`/api/v1/${name}`)
      for (const method of ['PROPFIND', 'TRACE', 'DELETE']) {
        await ask('/health', method)
        await ask(`/${name}`, method)
      }
    }
    await odd('first')
    const before = ownSeries(await scrape())
    for (let i = 0; i < 50; i++) await odd(`odd-${i}-%22%0A`)
    const after = await scrape()
    expect(ownSeries(after)).toEqual(before)
    expect([...after.series.keys()].join('\n')).not.toContain('odd')
  })

  test('have durations that agree with their number', async () => {
    const found = await scrape()
    const labels = { route: '/health', method: 'GET' }
    const name = 'authserver_http_request_duration_seconds'
    const count = found.total(`${name}_count`, labels)
    expect(count).toBe(found.total(requests, labels))
    expect(found.total(`${name}_bucket`, { ...labels, le: '+Inf' })).toBe(count)
    expect(found.total(`${name}_sum`, labels)).toBeGreaterThan(0)
  })
})

describe('events', () => {
  test('of the token endpoint are counted by grant, refusals not', async () => {
    const machine = { grant: 'client_credentials' }
    await grantToClient(app.store, client, 'authserver:admin-read')
    const ask = (scope: string) =>
      requestToken(app, client, { grant_type: 'client_credentials', scope })
    expect(await rise(() => ask('authserver:admin-read'), tokens, machine)).toBe(1)
    expect(await rise(() => ask('authserver:manage'), tokens, {})).toBe(0)
  })

  test('of signing in are counted by result', async () => {
    const user = await aUser(app.store)
    const right = { factor: 'password', result: 'success' }
    expect(await rise(() => signIn(app, client, user), signIns, right)).toBe(1)
    const wrong = { factor: 'password', result: 'failure' }
    const mistaken = { ...user, password: 'another-Passw0rd' }
    const attempt = () => signIn(app, client, mistaken).catch(() => null)
    expect(await rise(attempt, signIns, wrong)).toBe(1)
  })

  test('have their series before they happen', async () => {
    const found = await scrape()
    expect([...found.valuesOf(tokens, 'grant')].sort()).toEqual(
      [
        'authorization_code',
        'client_credentials',
        'device_code',
        'implicit',
        'password',
        'refresh_token',
      ].sort(),
    )
    expect(found.valuesOf('authserver_rate_limited_total', 'limiter')).toContain('pwd_ip')
    const answers = found.valuesOf('authserver_introspections_total', 'result')
    expect([...answers].sort()).toEqual(['active', 'inactive'])
    const outcomes = found.valuesOf('authserver_outbound_requests_total', 'outcome')
    expect([...outcomes].sort()).toEqual(['answered', ...outboundFailures].sort())
    // Alerts compare values over time: a series that begins at 10 shows no increase.
    const events = 'authserver_audit_events_total'
    expect([...found.valuesOf(events, 'event')].sort()).toEqual([...auditEvents].sort())
    expect(found.total(events, { event: 'refresh_token_replay_detected' })).toBe(0)
  })
})

describe('the state of the server', () => {
  test('is there: queues, backlog, the process and its version', async () => {
    const found = await scrape()
    const queues = found.valuesOf('authserver_queue_items', 'queue')
    expect(queues).toEqual(new Set(['password_hashes', 'after_response']))
    expect(found.valuesOf('authserver_backlog_rows', 'table')).toContain('refresh_tokens')
    expect(found.total('authserver_workers_reporting')).toBe(1)
    expect(found.total('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
    expect(found.total('authserver_build_info')).toBe(1)
  })

  test('is described: the guide names every series, and no other', async () => {
    const guide = readFileSync(new URL('../../docs/operate/monitoring.md', import.meta.url), 'utf8')
    const described = [...guide.matchAll(/^\| `(authserver_\w+)`/gm)].map(([, name]) => name)
    const { body } = await ask('/metrics', 'GET', bearer)
    const named = [...body.matchAll(/^# TYPE (authserver_\w+)/gm)].map(([, name]) => name)
    expect(described.toSorted()).toEqual(named.toSorted())
    for (const [name] of guide.matchAll(/authserver_[a-z_]+/g)) {
      expect(named).toContain(name.replace(/_(bucket|sum|count)$/, ''))
    }
    // The cleaner has the same name everywhere.
    expect(guide).toContain('End of the last full pass of the cleaner')
    expect(body).toContain('End of the last full pass of the cleaner.')
  })

  test('holds nothing personal and nothing secret', async () => {
    const user = await aUser(app.store, { email: 'somebody.private@example.com' })
    await signIn(app, client, user)
    const { body } = await ask('/metrics', 'GET', bearer)
    for (const hidden of [
      user.email,
      user.subject,
      client.clientIdentifier,
      client.secret,
      token,
    ]) {
      expect(body).not.toContain(hidden)
    }
  })

  test('is told without what the database knows while that is away', async () => {
    const { store } = app
    const backlog = { count: () => Promise.reject(new Error('away')) }
    Object.assign(app.runtime, { store: { ...store, backlog } })
    const found = await scrape()
    Object.assign(app.runtime, { store })
    expect(found.valuesOf('authserver_backlog_rows', 'table').size).toBe(0)
    expect(found.total(requests)).toBeGreaterThan(0)
  })
})

describe('without METRICS_TOKEN', () => {
  test('there is no /metrics', async () => {
    const closed = await server()
    for (const headers of [{}, bearer, { authorization: 'Bearer ' }]) {
      const response = await closed.fetch('/metrics', { headers })
      expect([response.status, response.headers.has('www-authenticate')]).toEqual([404, false])
    }
  })
})

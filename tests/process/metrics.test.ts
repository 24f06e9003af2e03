import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestToken } from '#tests/support/oauth.ts'
import { aClient, aUser, grantToClient, type TestClient } from '#tests/support/people.ts'
import { ownSeries, readScrape, type Scrape } from '#tests/support/prometheus.ts'
import { type RemoteServer, remoteServer, withStore } from '#tests/support/remote.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'

const token = 'a-token-for-the-scraper'
const scope = 'authserver:admin-read'

let started: StartedServer
let server: RemoteServer
let client: TestClient
let email: string

beforeAll(async () => {
  started = await startServer({ WORKERS: '2', METRICS_TOKEN: token, RATE_LIMITER_ENABLED: 'false' })
  server = remoteServer(started.baseUrl)
  await withStore(started.databaseUrl, async (store) => {
    client = await aClient(store)
    await grantToClient(store, client, scope)
    email = (await aUser(store)).email
  })
  await bothReport()
})
afterAll(() => started?.remove())

/** Uses a new connection, so that any worker may answer. */
const once = { headers: { connection: 'close' } }

async function scrape(): Promise<Scrape> {
  const headers = { ...once.headers, authorization: `Bearer ${token}` }
  const response = await server.fetch('/metrics', { headers })
  expect(response.status).toBe(200)
  return readScrape(await response.text())
}

/** Repeats the scrape until both workers are in it: one that answers too slowly is left out. */
async function bothReport(): Promise<Scrape> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const found = await scrape()
    const workers = found.valuesOf('process_resident_memory_bytes', 'worker')
    if (found.total('authserver_workers_reporting') === 2 && workers.size === 2) return found
    await sleep(100)
  }
  throw new Error('The workers did not report.')
}

const requests = 'authserver_http_requests_total'
const health = { route: '/health', method: 'GET', status: '2xx' }

describe('the metrics of two workers', () => {
  test('are whole, whichever of them answers', async () => {
    const before = (await bothReport()).total(requests, health)
    for (let i = 0; i < 60; i++) {
      await (await server.fetch('/health', once)).text()
    }
    const scrapes: Scrape[] = []
    while (scrapes.length < 4) scrapes.push(await bothReport())
    expect(scrapes.map((found) => found.total(requests, health) - before)).toEqual([60, 60, 60, 60])
    for (const worker of ['1', '2']) {
      expect(scrapes[0]?.total(requests, { ...health, worker })).toBeGreaterThan(0)
    }
  })

  test('hold what happened in either of them', async () => {
    const name = 'authserver_tokens_issued_total'
    const before = await bothReport()
    const ask = () =>
      server.fetch('/auth/token', {
        method: 'POST',
        headers: { ...once.headers, authorization: `Basic ${btoa(credentials())}` },
        body: new URLSearchParams({ grant_type: 'client_credentials', scope }),
      })
    const answers = await Promise.all(Array.from({ length: 20 }, ask))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    const after = await bothReport()
    const grant = { grant: 'client_credentials' }
    expect(after.total(name, grant) - before.total(name, grant)).toBe(20)
    const told = { event: 'token_issued_client_credentials_response' }
    expect(after.total('authserver_audit_events_total', told)).toBe(after.total(name, grant))
  })

  test('do not grow with the paths that are asked for', async () => {
    const odd = async (name: string) => {
      for (const path of [`/${name}`, `/userinfo/picture/${name}`, `/api/v1/${name}`]) {
        for (const method of ['GET', 'POST', 'DELETE']) {
          await (await server.fetch(path, { method, ...once })).text()
        }
      }
    }
    // Until both workers have answered each of them.
    for (let i = 0; i < 20; i++) await odd(`usual-${i}`)
    // The time of the last cleaning appears with the first one, whenever that ends.
    const shown = async () =>
      ownSeries(await bothReport()).filter((name) => !name.includes('last_cleanup'))
    const before = await shown()
    for (let i = 0; i < 50; i++) await odd(`odd-${i}`)
    expect(await shown()).toEqual(before)
  })

  test('name no secret, no person and no client', async () => {
    await requestToken(server, client, { grant_type: 'client_credentials', scope })
    await server.post('/auth/pwd', { email, password: 'Wrong-horse-9' })
    const titles = [...(await scrape()).series.keys()].join('\n')
    for (const hidden of [token, client.secret, client.clientIdentifier, email, '127.0.0.1']) {
      expect(titles).not.toContain(hidden)
    }
  })

  test('need the token', async () => {
    const refused = await server.fetch('/metrics', { headers: { authorization: 'Bearer wrong' } })
    expect([refused.status, await refused.text()]).toEqual([401, 'unauthorized\n'])
    expect(refused.headers.get('www-authenticate')).toBe('Bearer')
  })

  test('go on with one of them, and with its successor under the same name', async () => {
    const before = await bothReport()
    const killed = await endOneWorker()
    const alone = await scrape()
    expect(alone.total('authserver_workers_reporting')).toBe(1)
    const after = await bothReport()
    const workers = 'process_resident_memory_bytes'
    expect(after.valuesOf(workers, 'worker')).toEqual(before.valuesOf(workers, 'worker'))
    expect(started.output()).toContain(`"pid":${killed},"exitCode":null,"signal":"SIGKILL"`)
  })
})

function credentials(): string {
  return `${encodeURIComponent(client.clientIdentifier)}:${encodeURIComponent(client.secret)}`
}

/** Kills a worker: a child of the started process. */
async function endOneWorker(): Promise<number> {
  const list = await readFile(`/proc/${started.pid()}/task/${started.pid()}/children`, 'utf8')
  const pid = Number(list.trim().split(' ')[0])
  process.kill(pid, 'SIGKILL')
  // Requests that it receives before its end is noticed stay unanswered.
  while (!started.output().includes(`"pid":${pid},"exitCode":null`)) await sleep(20)
  return pid
}

describe('a server without METRICS_TOKEN', () => {
  test('has no /metrics', async () => {
    const closed = await startServer()
    const headers = { authorization: `Bearer ${token}` }
    const response = await remoteServer(closed.baseUrl).fetch('/metrics', { headers })
    await closed.remove()
    expect(response.status).toBe(404)
  })
})

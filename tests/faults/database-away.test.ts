import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestUser } from '#tests/support/people.ts'
import type { RemoteServer } from '#tests/support/remote.ts'
import { makeFixture } from './fixture.ts'
import { type Fleet, startFleet } from './fleet.ts'
import type { Fixture } from './load.ts'
import { note } from './notes.ts'
import { clientToken, probesOf, type Sample, take, watch } from './outage.ts'
import { expectEachOnce, type Presented, presentAll, refreshTokens } from './refreshing.ts'

/** Maximum response time while the database is away, in milliseconds. */
const timeoutMs = 2_000
/** Maximum time until everything works again, in milliseconds. */
const recoveryMs = 5_000
const outageMs = 3_000
/** Refresh tokens to present while the database is stopped, and how many of them concurrently. */
const tokenCount = 40
const inFlight = 8
/** Maximum connections of one process (`connect`). */
const poolSize = 10

let fleet: Fleet
let fixture: Fixture
let servers: readonly RemoteServer[]
let user: TestUser

beforeAll(async () => {
  fleet = await startFleet(2)
  fixture = await makeFixture(fleet, 1)
  user = fixture.people[0] as TestUser
  servers = [fleet.at(0), fleet.at(1)]
})
afterAll(() => fleet?.close())

describe.each(['immediate', 'fast'] as const)('a database that was stopped (%s)', (way) => {
  const during: Sample[] = []
  const health: string[] = []
  let chains: readonly Presented[]
  let recoverySeconds: number
  let afterwards: Sample[]

  beforeAll(async () => {
    const probes = probesOf(fixture)
    const token = await clientToken(fixture, fleet.at(0))
    const tokens = await refreshTokens(servers, fixture.client, user, tokenCount)
    const watching = watch(probes, servers, token)
    await sleep(1_000)
    const presenting = presentAll(servers, fixture.client, tokens, inFlight)
    await presenting[inFlight]
    await fleet.cluster.halt(way)
    const from = watching.samples.length
    chains = await Promise.all(presenting)
    const end = performance.now() + outageMs
    while (performance.now() < end) health.push(await healthOf())
    await watching.stop()
    during.push(...watching.samples.slice(from))
    await fleet.cluster.startAgain()
    recoverySeconds = (await untilGood()) / 1000
    const again = watch(probes, servers, token)
    await sleep(1_500)
    await again.stop()
    afterwards = again.samples
    const slowest = Math.max(...during.map(({ millis }) => millis))
    note(
      `  PostgreSQL stopped (${way}): ${during.length} requests while it was away, the slowest ` +
        `${Math.round(slowest)} ms; good again ${recoverySeconds.toFixed(1)} s after its start`,
    )
  })

  test('is told by everything in the specified form', () => {
    const kinds = new Set(during.map(({ probe }) => probe))
    expect(kinds.size).toBe(probesOf(fixture).length)
    expect(during.filter(({ deviation }) => deviation !== null).slice(0, 5)).toEqual([])
    expect(during.filter(({ status }) => status === 503).length).toBeGreaterThan(20)
  })

  test('leaves what resource servers verify tokens with', () => {
    const remembered = during.filter(({ probe }) => ['certs', 'discovery'].includes(probe))
    expect(remembered.length).toBeGreaterThan(5)
    expect(remembered.filter(({ good }) => !good).slice(0, 5)).toEqual([])
  })

  test(`is told within ${timeoutMs} ms`, () => {
    expect(during.filter(({ millis }) => millis > timeoutMs)).toEqual([])
  })

  test('makes a process not ready and leaves it healthy', () => {
    expect(health.length).toBeGreaterThan(5)
    expect(new Set(health)).toEqual(new Set(['200 503, 200 503']))
  })

  test('ends no process, and surprises none', () => {
    expect(fleet.servers.map((server) => server.isRunning())).toEqual([true, true])
    for (const server of fleet.servers) {
      expect(server.output()).not.toMatch(/uncaught exception|unhandled promise rejection/)
    }
  })

  test('is used again by itself when it is back', () => {
    expect(recoverySeconds * 1000).toBeLessThan(recoveryMs)
    expect(afterwards.length).toBeGreaterThan(20)
    expect(afterwards.filter(({ good }) => !good).slice(0, 5)).toEqual([])
  })

  test('has kept what was answered: no refresh token is lost, none works twice', async () => {
    const answered = await expectEachOnce(servers, fixture.client, chains)
    expect(answered).toBeGreaterThan(0)
    expect(answered).toBeLessThan(tokenCount)
  })

  test('has no more connections than before, and none in a transaction', async () => {
    // More requests than the pools have connections, to detect a leaked one.
    const all = Array.from({ length: 60 }, (_, i) => clientToken(fixture, fleet.at(i % 2)))
    expect((await Promise.all(all)).filter((one) => one === '')).toEqual([])
    const states = await connectionStates()
    expect(states.length).toBeLessThanOrEqual(2 * poolSize)
    expect(states.filter((state) => state?.startsWith('idle in transaction'))).toEqual([])
  })
})

async function healthOf(): Promise<string> {
  const statusOf = async (server: RemoteServer, path: string) => {
    const response = await server.fetch(path)
    await response.arrayBuffer()
    return response.status
  }
  const ofEach = servers.map(
    async (server) => `${await statusOf(server, '/health')} ${await statusOf(server, '/ready')}`,
  )
  await sleep(100)
  return (await Promise.all(ofEach)).join(', ')
}

/**
 * Repeats every probe until all succeed.
 * @returns the elapsed milliseconds
 */
async function untilGood(): Promise<number> {
  const begun = performance.now()
  for (;;) {
    const token = await clientToken(fixture, fleet.at(0))
    const samples = servers.flatMap((server) =>
      probesOf(fixture).map((probe) => take(probe, server, token)),
    )
    const millis = performance.now() - begun
    if ((await Promise.all(samples)).every(({ good }) => good)) return millis
    if (millis > 30_000) return millis
    await sleep(50)
  }
}

async function connectionStates(): Promise<(string | null)[]> {
  const client = new pg.Client({ connectionString: fleet.cluster.url })
  await client.connect()
  try {
    const { rows } = await client.query<{ state: string | null }>(
      `SELECT state FROM pg_stat_activity
       WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    )
    return rows.map(({ state }) => state)
  } finally {
    await client.end()
  }
}

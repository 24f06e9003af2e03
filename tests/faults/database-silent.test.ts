import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aClient, grantToClient } from '#tests/support/people.ts'
import { withStore } from '#tests/support/remote.ts'
import { baseUrl } from '#tests/support/settings.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'
import { type Cluster, startCluster } from './cluster.ts'
import type { Fixture } from './load.ts'
import { note } from './notes.ts'
import { clientToken, probesOf, type Sample, take } from './outage.ts'
import { visitor } from './visitor.ts'
import { openWire, type Wire } from './wire.ts'

/** Maximum response time while the database is silent (`requestTimeouts`). */
const timeoutMs = 5_000
const recoveryMs = 5_000

let cluster: Cluster
let wire: Wire
let started: StartedServer
let fixture: Fixture

beforeAll(async () => {
  cluster = await startCluster()
  wire = await openWire(cluster.url)
  started = await startServer({ DATABASE_URL: wire.url, BASE_URL: baseUrl, TRUST_PROXY: 'true' })
  const client = await withStore(cluster.url, async (store) => {
    const made = await aClient(store)
    await grantToClient(store, made, 'authserver:manage')
    return made
  })
  fixture = { baseUrl: started.baseUrl, servers: 1, client, people: [] }
})
afterAll(async () => {
  await started?.remove()
  wire?.close()
  await cluster?.remove()
})

describe('a database that is there and says nothing', () => {
  let samples: Sample[]
  let health: number[]
  let recoverySeconds: number

  beforeAll(async () => {
    const server = visitor(started.baseUrl)
    const token = await clientToken(fixture, server)
    const probes = probesOf(fixture)
    const asked = [0, 0, 0].flatMap(() => probes.map((probe) => take(probe, server, token)))
    wire.freeze()
    await sleep(500)
    const later = probes.map((probe) => take(probe, server, token))
    health = await Promise.all(['/health', '/ready'].map((path) => statusOf(path)))
    samples = await Promise.all([...asked, ...later])
    wire.thaw()
    const begun = performance.now()
    for (;;) {
      const again = await Promise.all(probes.map((probe) => take(probe, server, token)))
      recoverySeconds = (performance.now() - begun) / 1000
      if (again.every(({ good }) => good) || recoverySeconds > 60) break
    }
    const slowest = Math.max(...samples.map(({ millis }) => millis))
    note(
      `  PostgreSQL silent: the slowest of ${samples.length} answers after ` +
        `${(slowest / 1000).toFixed(1)} s; good again ${recoverySeconds.toFixed(1)} s later`,
    )
  })

  test('is told by everything in the specified form, and keeps nobody waiting for longer than five seconds', () => {
    expect(samples.filter(({ deviation }) => deviation !== null)).toEqual([])
    expect(samples.filter(({ status }) => status === 503).length).toBeGreaterThan(0)
    expect(samples.filter(({ millis }) => millis > timeoutMs)).toEqual([])
  })

  test('makes the process not ready and leaves it healthy', () => {
    expect(health).toEqual([200, 503])
  })

  test('is used again by itself when it speaks again', () => {
    expect(recoverySeconds * 1000).toBeLessThan(recoveryMs)
    expect(started.isRunning()).toBe(true)
  })
})

async function statusOf(path: string): Promise<number> {
  const response = await fetch(started.baseUrl + path)
  await response.arrayBuffer()
  return response.status
}

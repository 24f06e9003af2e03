import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { childrenOf } from '#tests/support/child-process.ts'
import { aClient, aUser, type TestClient, type TestUser } from '#tests/support/people.ts'
import { type RemoteServer, remoteServer, withStore } from '#tests/support/remote.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'
import { note } from './notes.ts'
import { expectEachOnce, type Presented, presentAll, refreshTokens } from './refreshing.ts'

const workers = 2
const tokens = 100
/** How many of the tokens wait for an answer at the moment of the kill. */
const inFlight = 16
/** How long a request waits for another process, in milliseconds. */
const timeoutMs = 5_000

let started: StartedServer
let servers: readonly [RemoteServer]
let client: TestClient
let user: TestUser

beforeAll(async () => {
  started = await startServer({ WORKERS: String(workers), RATE_LIMITER_ENABLED: 'false' })
  servers = [remoteServer(started.baseUrl)]
  await withStore(started.databaseUrl, async (store) => {
    client = await aClient(store, { resourceOwnerPasswordCredentialsEnabled: true })
    user = await aUser(store)
  })
})
afterAll(() => started?.remove())

const workerPids = (): number[] => childrenOf(started.pid())

describe.each([
  // The other worker continues, and the killed one may have had no request.
  ['a worker', tokens, ([worker = 0]: number[]) => process.kill(worker, 'SIGKILL')],
  ['the whole server', tokens - 1, () => started.end('SIGKILL')],
] as const)('%s killed while refresh tokens are presented', (what, maxAnswered, kill) => {
  let presented: readonly Presented[]

  beforeAll(async () => {
    while (workerPids().length < workers) await sleep(100)
    const pids = workerPids()
    const first = await refreshTokens(servers, client, user, tokens)
    const presenting = presentAll(servers, client, first, inFlight)
    await presenting[tokens / 4]
    await kill(pids)
    presented = await Promise.all(presenting)
    if (!started.isRunning()) await started.startAgain()
  })

  test('leaves a database that opens, and a server that answers', async () => {
    const timeouts = { timeout: 20_000 }
    await expect.poll(() => workerPids().length, timeouts).toBe(workers)
    await expect.poll(() => statusOf('/ready').catch(() => 0), timeouts).toBe(200)
    const database = new Database(pathOf(started.databaseUrl), { readonly: true })
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
    database.close()
  })

  test('loses no refresh token and lets none work twice', async () => {
    const answered = await expectEachOnce(servers, client, presented)
    expect(answered).toBeGreaterThan(0)
    expect(answered).toBeLessThanOrEqual(maxAnswered)
    note(`  SQLite, ${what} killed: ${answered} of ${tokens} refreshes answered, 0 lost`)
  })
})

describe.each([3, 12])('a database that another process locks for %i seconds', (seconds) => {
  const waiting: number[] = []
  const reading: number[] = []
  let presented: Presented[]

  beforeAll(async () => {
    const first = await refreshTokens(servers, client, user, 12)
    const other = new Database(pathOf(started.databaseUrl))
    other.exec('BEGIN IMMEDIATE')
    const presenting = presentAll(servers, client, first).map((one) => timed(one, waiting))
    const end = performance.now() + seconds * 1000
    while (performance.now() < end) {
      await timed(statusOf('/certs'), reading)
      await sleep(100)
    }
    other.exec('ROLLBACK')
    other.close()
    presented = await Promise.all(presenting)
    note(
      `  SQLite locked for ${seconds} s: refreshes took up to ${Math.round(Math.max(...waiting))} ms, ` +
        `reading up to ${Math.round(Math.max(...reading))} ms`,
    )
  })

  test('is waited for, or told to be a failure of the server', () => {
    for (const { answer } of presented) {
      if (answer?.status === 200) continue
      expect(answer?.status).toBe(503)
      expect(answer?.body.error).toBe('server_error')
      expect(seconds).toBeGreaterThan(5)
    }
  })

  test('holds nobody up for long, and those who only read not at all', () => {
    expect(Math.max(...waiting)).toBeLessThan(timeoutMs + 4_000)
    expect(Math.max(...reading)).toBeLessThan(2_500)
  })

  test('is used again by itself, with every token that was answered', async () => {
    await expectEachOnce(servers, client, presented)
  })
})

describe.skipIf(!canLimit())('a disk that takes nothing more', () => {
  let presented: Presented[]

  beforeAll(async () => {
    const first = await refreshTokens(servers, client, user, 12)
    limitFiles('1')
    presented = await Promise.all(presentAll(servers, client, first))
  })
  afterAll(() => limitFiles('unlimited'))

  test('is told to be a failure of the server', () => {
    expect(presented.map(({ answer }) => answer?.status)).toEqual(presented.map(() => 503))
    expect(presented.map(({ answer }) => answer?.body.error)).toEqual(
      presented.map(() => 'server_error'),
    )
  })

  test('does not keep anybody from reading', async () => {
    expect([await statusOf('/health'), await statusOf('/certs')]).toEqual([200, 200])
  })

  test('has used up no token: all of them work when there is room again', async () => {
    limitFiles('unlimited')
    const unused = presented.map(({ first }) => first)
    const again = await Promise.all(presentAll(servers, client, unused))
    expect(again.map(({ answer }) => answer?.status)).toEqual(again.map(() => 200))
    note(`  SQLite, disk full: ${again.length} refreshes failed, and worked when there was room`)
    await expectEachOnce(servers, client, again)
  })
})

/** Limits the size of files that the workers can write from now on. */
function limitFiles(bytes: string): void {
  for (const pid of workerPids()) {
    execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`])
  }
}

/** Only Linux can change the limits of other processes. */
function canLimit(): boolean {
  try {
    execFileSync('prlimit', ['--version'])
    return true
  } catch {
    return false
  }
}

async function statusOf(path: string): Promise<number> {
  const response = await servers[0].fetch(path)
  await response.arrayBuffer()
  return response.status
}

async function timed<T>(work: Promise<T>, millis: number[]): Promise<T> {
  const begun = performance.now()
  try {
    return await work
  } finally {
    millis.push(performance.now() - begun)
  }
}

function pathOf(databaseUrl: string): string {
  return databaseUrl.replace(/^file:/, '')
}

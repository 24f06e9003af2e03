import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { logoutReceiver, type Received } from '#tests/protocol/modern/logout-receiver.ts'
import { childrenOf } from '#tests/support/child-process.ts'
import { aSession, type TestSession } from '#tests/support/granted.ts'
import { requestToken } from '#tests/support/oauth.ts'
import {
  aClient,
  aUser,
  grantToClient,
  type TestClient,
  type TestUser,
} from '#tests/support/people.ts'
import { type RemoteServer, remoteServer, withStore } from '#tests/support/remote.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'
import { holdNotifications } from './held-writes.ts'

type Receiver = Awaited<ReturnType<typeof logoutReceiver>>

/** A notification whose process died is due again after 30 s, and looked for every 18 s at the latest. */
const taken = { timeout: 80_000, interval: 200 }

let started: StartedServer
let server: RemoteServer
let receiver: Receiver
let application: TestClient
let administrator: TestClient
let user: TestUser

async function start(workers: string): Promise<void> {
  started = await startServer({ WORKERS: workers, RATE_LIMITER_ENABLED: 'false' })
  server = remoteServer(started.baseUrl)
  receiver = await logoutReceiver({
    fetch: server.fetch,
    config: started,
    clock: { now: () => new Date() },
  })
  await withStore(started.databaseUrl, async (store) => {
    await store.settings.update({ backchannelLogoutEnabled: true })
    administrator = await aClient(store)
    await grantToClient(store, administrator, 'authserver:manage')
    application = await aClient(store, { backchannelLogoutUri: receiver.uri })
    user = await aUser(store)
  })
}

async function stop(): Promise<void> {
  await started?.remove()
  await receiver?.stop()
}

function sessions(count: number): Promise<TestSession[]> {
  return withStore(started.databaseUrl, async (store) => {
    const made: TestSession[] = []
    const now = new Date()
    const times = { started: now, lastAccessed: now, authTime: now }
    while (made.length < count) made.push(await aSession(store, user, [application], times))
    return made
  })
}

async function administratorToken(): Promise<string> {
  const fields = { grant_type: 'client_credentials', scope: 'authserver:manage' }
  const { body } = await requestToken(server, administrator, fields)
  return body.access_token ?? ''
}

/** Ends a session as an administrator does, over a connection of its own; 0 when there was no answer. */
function end({ id }: TestSession, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, connection: 'close' }
  const ended = server.fetch(`/api/v1/admin/user-sessions/${id}`, { method: 'DELETE', headers })
  return ended.then(
    ({ status }) => status,
    () => 0,
  )
}

/** The same of many at once: a busy server refuses some (503), which come again. */
async function endAll(ended: readonly TestSession[]): Promise<number[]> {
  const token = await administratorToken()
  const untilTaken = async (session: TestSession): Promise<number> => {
    for (;;) {
      const status = await end(session, token)
      if (status !== 503) return status
      await sleep(500)
    }
  }
  return Promise.all(ended.map(untilTaken))
}

const rows = () =>
  withStore(started.databaseUrl, (store) =>
    store.logoutNotifications.listOf(application.id, 1, 100),
  )
const sidOf = ({ sessionIdentifier }: TestSession) => sessionIdentifier
const countOf = (session: TestSession) =>
  receiver.received.filter(({ sid }) => sid === sidOf(session)).length

describe('a process that dies', () => {
  beforeAll(() => start('1'))
  afterAll(stop)

  test('before the end of a session is stored has ended nothing, and told nobody', async () => {
    const [session] = await sessions(1)
    if (!session) throw new Error('There is no session.')
    const token = await administratorToken()
    const release = await holdNotifications(started.databaseUrl)
    const ending = end(session, token)
    await sleep(1_000)
    await started.end('SIGKILL')
    expect(await ending).toBe(0)
    await release()
    await started.startAgain()
    expect(await rows()).toEqual([])
    expect(await endAll([session])).toEqual([200])
    await expect.poll(() => countOf(session)).toBe(1)
  })

  test('after a delivery was stored sends nothing again', async () => {
    const ended = await sessions(1)
    await endAll(ended)
    await expect.poll(rows).toEqual([])
    await started.end('SIGKILL')
    await started.startAgain()
    await sleep(2_000)
    expect(ended.map(countOf)).toEqual([1])
  })

  describe('at any step between,', () => {
    const steps = [
      'with the connection open and nothing sent',
      'with the token sent and no answer',
      'with an answer that it could not store',
      'before it took all notifications',
    ]
    /** The sessions that ended before each death. */
    const lost: TestSession[][] = []

    beforeAll(async () => {
      await dieDuring((die) => receiver.onceConnected(die))
      await dieDuring((die) => receiver.answerBy(die))
      await dieDuring((die) => receiver.answerBy((_, res) => void answerAndDie(res, die)))
      await dieWithOthersWaiting()
    })

    /** Ends a session, and kills the process at a step of the delivery. */
    async function dieDuring(at: (die: () => Promise<void>) => void): Promise<void> {
      const dead = Promise.withResolvers<void>()
      const ended = await sessions(1)
      at(async () => {
        await started.end('SIGKILL')
        dead.resolve()
      })
      await endAll(ended)
      await dead.promise
      await goOn(ended)
    }

    /** Lets the process have the answer, and not write it down. */
    async function answerAndDie(res: ServerResponse, die: () => Promise<void>): Promise<void> {
      const release = await holdNotifications(started.databaseUrl)
      res.writeHead(204).end()
      await sleep(500)
      await die()
      await release()
    }

    /** Kills the process while it has taken as many notifications of one client as it does at a time. */
    async function dieWithOthersWaiting(): Promise<void> {
      const ended = await sessions(5)
      receiver.answerBy(() => {})
      expect(await endAll(ended)).toEqual(Array(5).fill(200))
      const sids = ended.map(sidOf)
      const own = async () =>
        (await rows()).filter(({ sessionIdentifier }) => sids.includes(sessionIdentifier))
      const isBusy = async () =>
        expect((await own()).filter(({ attempts }) => attempts > 0).length).toBeGreaterThan(1)
      await vi.waitFor(isBusy, { timeout: 10_000, interval: 50 })
      await started.end('SIGKILL')
      expect((await own()).filter(({ attempts }) => attempts === 0)).not.toEqual([])
      await goOn(ended)
    }

    async function goOn(ended: TestSession[]): Promise<void> {
      lost.push(ended)
      const waiting = (await rows()).map(({ sessionIdentifier }) => sessionIdentifier)
      expect(waiting).toEqual(expect.arrayContaining(ended.map(sidOf)))
      receiver.answerWith(204)
      await started.startAgain()
    }

    test.each(steps)('%s, it loses no logout token', async (step) => {
      const ended = lost[steps.indexOf(step)] ?? []
      expect(ended).not.toEqual([])
      for (const session of ended) {
        await expect.poll(() => countOf(session), taken).toBeGreaterThan(0)
      }
    })

    test('it leaves nothing to send, and has sent each token once for each death at most', async () => {
      await expect.poll(rows, taken).toEqual([])
      const most = lost.length + 1
      expect(lost.flat().filter((session) => countOf(session) > most)).toEqual([])
      const identifiers = receiver.received.map(({ jti }) => jti)
      expect(new Set(identifiers).size).toBe(identifiers.length)
    })
  })
})

describe('of two processes', () => {
  beforeAll(() => start('2'))
  afterAll(stop)

  test('one sends each token, once', async () => {
    const ended = await sessions(60)
    expect(new Set(await endAll(ended))).toEqual(new Set([200]))
    await expect.poll(rows, taken).toEqual([])
    expect(sidsOf(receiver.received)).toEqual(ended.map(sidOf).sort())
  })

  test('one takes over what the other had taken when it died', async () => {
    receiver.received.length = 0
    const ended = await sessions(20)
    const killed = Promise.withResolvers<void>()
    receiver.answerBy((_, res) => void killed.promise.then(() => res.writeHead(200).end()))
    await endAll(ended)
    // A process sends two at a time to one address: both are at it.
    await expect.poll(() => receiver.received.length).toBeGreaterThan(2)
    process.kill(childrenOf(started.pid())[0] ?? 0, 'SIGKILL')
    killed.resolve()
    await expect.poll(rows, taken).toEqual([])
    expect([...new Set(sidsOf(receiver.received))]).toEqual(ended.map(sidOf).sort())
  })
})

const sidsOf = (received: readonly Received[]) => received.map(({ sid }) => String(sid)).sort()

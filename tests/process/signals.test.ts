import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { testProvider } from '#tests/support/databases.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'

let started: StartedServer

/** Starts a server and waits until all its workers are ready. */
async function start(count = 2): Promise<void> {
  started = await startServer({ WORKERS: String(count), LOG_LEVEL: 'info' })
  await expect.poll(workers, { timeout: 60_000 }).toHaveLength(count)
}
afterEach(() => started?.remove())

function records(msg: string): { readonly pid?: number }[] {
  const lines = started.output().split('\n')
  return lines.filter((line) => line.includes(`"msg":"${msg}"`)).map((line) => JSON.parse(line))
}

const workers = () => records('ready').flatMap(({ pid }) => pid ?? [])

/** Starts a request on a new connection, waits until a worker has it, and holds back the end of its body. */
async function begin(): Promise<Socket> {
  const socket = connect(Number(new URL(started.baseUrl).port), '127.0.0.1')
  socket.write(
    'POST /auth/token HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n' +
      'Content-Type: application/x-www-form-urlencoded\r\nExpect: 100-continue\r\n\r\n',
  )
  const [told] = await once(socket, 'data')
  expect(String(told)).toBe('HTTP/1.1 100 Continue\r\n\r\n')
  socket.write('abc')
  return socket
}

async function untilStopping(count: number): Promise<void> {
  await expect.poll(() => records('stopping'), { timeout: 30_000 }).toHaveLength(count)
}

/** Sends SIGTERM to the first process twice, far enough apart to count as two signals. */
async function signalTwice(stopping: number): Promise<void> {
  process.kill(started.pid(), 'SIGTERM')
  // The workers stop on the first process's order, so it has received the signal. Signals within a second
  // count as one.
  await untilStopping(stopping)
  await sleep(1_100)
  expect(started.isRunning()).toBe(true)
  process.kill(started.pid(), 'SIGTERM')
  await expect.poll(() => started.isRunning(), { timeout: 30_000 }).toBe(false)
}

/** Signals every process of the group, as systemd and terminals do. */
function signalAll(signal: NodeJS.Signals): void {
  for (const pid of [started.pid(), ...workers()]) process.kill(pid, signal)
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  'a %s that every process is told at once lets what is in flight finish',
  async (signal) => {
    await start()
    const sockets = await Promise.all(Array.from({ length: 6 }, begin))
    const answers = sockets.map((socket) => once(socket, 'data').catch(({ code }) => code))
    signalAll(signal)
    await untilStopping(2)
    await sleep(1_500)
    for (const socket of sockets) socket.write('=defghi')
    for (const answer of await Promise.all(answers)) expect(String(answer)).toMatch(/^HTTP\/1.1 4/)
    await expect.poll(() => started.isRunning()).toBe(false)
    expect(records('stopped')).toHaveLength(2)
  },
)

test('a signal that the first process hears late, and passes on, lets what is in flight finish', async () => {
  await start()
  const socket = await begin()
  const answer = Promise.race(['data', 'close'].map((event) => once(socket, event)))
  // Simulates a machine that is too busy to schedule the first process.
  process.kill(started.pid(), 'SIGSTOP')
  signalAll('SIGTERM')
  await untilStopping(2)
  await sleep(1_100)
  process.kill(started.pid(), 'SIGCONT')
  await sleep(500)
  socket.write('=defghi')
  expect(String(await answer.catch(({ code }) => code))).toMatch(/^HTTP\/1.1 4/)
  await expect.poll(() => started.isRunning(), { timeout: 30_000 }).toBe(false)
})

/** Output of a server that did not wait for its workers, which take ten seconds or more. */
const endedAtOnce = '[ended: exit code 1]'

test('a later signal ends it at once', async () => {
  await start()
  const socket = await begin()
  const closed = once(socket, 'close').catch(() => {})
  await signalTwice(2)
  await closed
  expect(started.output()).toContain(endedAtOnce)
})

test('a later signal ends a worker, too, that hangs', async () => {
  await start()
  process.kill(workers()[0] ?? 0, 'SIGSTOP')
  await signalTwice(1)
  expect(started.output()).toContain(endedAtOnce)
})

test('workers that have served and are killed, all at once, are replaced', async () => {
  await start(6)
  for (const pid of workers()) process.kill(pid, 'SIGKILL')
  await expect.poll(() => workers().length, { timeout: 60_000 }).toBe(12)
  expect((await fetch(`${started.baseUrl}/health`)).status).toBe(200)
})

if (testProvider() === 'sqlite')
  test('a worker that is replaced when the database file is gone makes no other, and the rest are not ready', async () => {
    await start()
    const [first = 0] = workers()
    const file = started.databaseUrl.slice('file:'.length)
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true })
    process.kill(first, 'SIGKILL')
    await expect
      .poll(() => started.output(), { timeout: 30_000 })
      .toMatch(/^The database is no longer as the server set it up, but absent\. [^\n]+\.$/m)
    expect(workers()).toHaveLength(2)
    expect(existsSync(file)).toBe(false)
    const ready = await fetch(`${started.baseUrl}/ready`)
    expect([ready.status, await ready.text()]).toEqual([503, 'not ready: database\n'])
  })

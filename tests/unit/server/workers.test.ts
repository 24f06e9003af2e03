import cluster, { type Worker } from 'node:cluster'
import { EventEmitter } from 'node:events'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Log } from '#lib/base/log/log.ts'
import { runWorkers } from '#lib/server/workers.ts'

/** A worker known to the primary process, with the signals it received. */
class Forked extends EventEmitter {
  readonly signals: NodeJS.Signals[] = []
  readonly process = { pid: 0, kill: (signal: NodeJS.Signals) => void this.signals.push(signal) }
  readonly id: number
  readonly place: unknown
  private dead = false

  constructor(id: number, place: unknown) {
    super()
    this.id = id
    this.place = place
    this.process.pid = 1_000 + id
  }
  isDead(): boolean {
    return this.dead
  }
  serves(): void {
    cluster.emit('listening', this as unknown as Worker)
  }
  /** Simulates a failed fork: there is no pid, and no `exit` follows. */
  fails(reason: Error): void {
    Object.assign(this.process, { pid: undefined })
    this.dead = true
    this.emit('error', reason)
  }
  /** The worker stays in the list until its last message was read. */
  ends(code = 1): void {
    this.dead = true
    cluster.emit('exit', this as unknown as Worker, code, '')
  }
}

const events = ['listening', 'exit', 'message'] as const
const signals = ['SIGTERM', 'SIGINT'] as const
const before = [
  ...events.map((event) => [cluster, event, cluster.listeners(event)] as const),
  ...signals.map((event) => [process, event, process.listeners(event)] as const),
]
const log = { error: vi.fn(), fatal: vi.fn() }
const exit = vi.spyOn(process, 'exit')
const fork = vi.spyOn(cluster, 'fork')
const workersOfTests = cluster.workers

let forked: Forked[]
let served: Promise<void>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.clearAllMocks()
  forked = []
  exit.mockImplementation((() => {}) as typeof process.exit)
  fork.mockImplementation((env: { AUTHSERVER_WORKER?: unknown } = {}) => {
    forked.push(new Forked(forked.length + 1, env.AUTHSERVER_WORKER))
    Object.assign(cluster, { workers: { ...forked } })
    return forked.at(-1) as unknown as Worker
  })
})
afterEach(() => {
  vi.useRealTimers()
  for (const mock of [exit, fork]) mock.mockReset()
  Object.assign(cluster, { workers: workersOfTests })
  process.exitCode = undefined
  for (const [emitter, event, known] of before) {
    for (const listener of emitter.listeners(event as never)) {
      if (!known.includes(listener as never)) emitter.off(event as never, listener as never)
    }
  }
})
afterAll(() => vi.restoreAllMocks())

function run(count: number): void {
  served = runWorkers(count, log as unknown as Log)
}
/** Calls only the listeners added by the workers, not the test process's own. */
function signalWorkers(signal: (typeof signals)[number]): void {
  const known = before.find(([, event]) => event === signal)?.[2] ?? []
  for (const listener of process.listeners(signal)) {
    if (!known.includes(listener as never)) listener(signal)
  }
}
const last = () => forked.at(-1) as Forked
const first = () => forked[0] as Forked

describe('workers', () => {
  test('are as many as were asked for, each in its place', () => {
    run(3)
    expect(forked.map(({ place }) => place)).toEqual([1, 2, 3])
  })

  test('serve once the first of them does', async () => {
    const told = vi.fn()
    run(2)
    void served.then(told)
    await new Promise(process.nextTick)
    expect(told).not.toHaveBeenCalled()
    last().serves()
    await served
  })

  test('that end are replaced after a second, in the same place', () => {
    run(2)
    for (const worker of forked) worker.serves()
    last().ends(3)
    expect(log.error.mock.calls).toEqual([
      [{ pid: 1_002, exitCode: 3, signal: '' }, 'worker exited'],
    ])
    vi.advanceTimersByTime(999)
    expect(forked).toHaveLength(2)
    vi.advanceTimersByTime(1)
    expect(forked.map(({ place }) => place)).toEqual([1, 2, 2])
  })

  test('beside one that serves are tried less and less often, until one serves', () => {
    run(2)
    first().serves()
    /** Seconds until the next attempt. */
    const wait = () => {
      const known = forked.length
      last().ends()
      for (let seconds = 1; ; seconds++) {
        vi.advanceTimersByTime(1_000)
        if (forked.length > known) return seconds
      }
    }
    expect([1, 2, 3, 4, 5, 6, 7].map(wait)).toEqual([2, 4, 8, 16, 32, 32, 32])
    expect(exit).not.toHaveBeenCalled()
    last().serves()
    expect(wait()).toBe(1)
  })

  test('that end before any of them serves are tried five times more, and then all of it ends', () => {
    run(2)
    for (let tries = 0; tries < 5; tries++) {
      last().ends()
      vi.advanceTimersByTime(1_000)
    }
    expect([forked.length, log.fatal.mock.calls]).toEqual([7, []])
    last().ends()
    expect(log.fatal).toHaveBeenCalledWith('workers keep exiting before they are ready')
    expect([process.exitCode, first().signals]).toEqual([1, ['SIGTERM']])
    vi.advanceTimersByTime(1_000)
    expect(forked).toHaveLength(7)
    expect(exit).not.toHaveBeenCalled()
    first().ends()
    expect(exit).toHaveBeenCalledOnce()
  })
})

test('of workers that have all served and ended not one is taken to serve', () => {
  run(1)
  first().serves()
  for (let tries = 0; tries < 6; tries++) {
    last().ends()
    vi.advanceTimersByTime(1_000)
  }
  expect([forked.length, log.fatal.mock.calls]).toEqual([7, []])
  last().ends()
  expect(log.fatal).toHaveBeenCalledOnce()
})

describe('a worker that cannot be started', () => {
  const reason = new Error('spawn EAGAIN')
  const isTold = () => [[{ err: reason }, 'failed to start a worker']]

  test('harms nobody who serves, and is tried again', () => {
    run(2)
    first().serves()
    last().fails(reason)
    expect(log.error.mock.calls).toEqual(isTold())
    vi.advanceTimersByTime(2_000)
    expect(forked.map(({ place }) => place)).toEqual([1, 2, 2])
  })

  test('because there is no memory is tried again, too', () => {
    run(2)
    first().serves()
    last().ends()
    log.error.mockClear()
    fork.mockImplementationOnce(() => {
      throw reason
    })
    vi.advanceTimersByTime(2_000)
    expect(log.error.mock.calls).toEqual(isTold())
    expect(forked).toHaveLength(2)
    vi.advanceTimersByTime(4_000)
    expect(forked.map(({ place }) => place)).toEqual([1, 2, 2])
  })

  test('is as one that ends, where none serves', () => {
    fork.mockImplementation(() => {
      throw reason
    })
    run(1)
    vi.advanceTimersByTime(5_000)
    expect(log.fatal).toHaveBeenCalledOnce()
    expect([process.exitCode, exit.mock.calls.length]).toEqual([1, 1])
  })

  test('is another thing than one that a message did not reach', () => {
    run(1)
    first().serves()
    first().emit('error', new Error('write EPIPE'))
    vi.advanceTimersByTime(60_000)
    expect([forked.length, log.error.mock.calls.length]).toEqual([1, 0])
  })
})

describe('a stop', () => {
  test('is told to all, once, and over when all have ended', () => {
    run(2)
    for (const worker of forked) worker.serves()
    signalWorkers('SIGTERM')
    signalWorkers('SIGINT')
    expect(forked.map((worker) => worker.signals)).toEqual([['SIGTERM'], ['SIGTERM']])
    first().ends(0)
    expect(exit).not.toHaveBeenCalled()
    last().ends(0)
    expect([exit.mock.calls.length, process.exitCode]).toEqual([1, undefined])
    vi.advanceTimersByTime(20_000)
    expect([forked.length, log.error.mock.calls.length]).toEqual([2, 0])
  })

  test('ends who hangs after 25 seconds', () => {
    run(1)
    signalWorkers('SIGTERM')
    vi.advanceTimersByTime(24_999)
    expect(first().signals).toEqual(['SIGTERM'])
    vi.advanceTimersByTime(1)
    expect(first().signals).toEqual(['SIGTERM', 'SIGKILL'])
  })

  test('that is asked for again later ends all at once', () => {
    run(2)
    signalWorkers('SIGTERM')
    vi.advanceTimersByTime(1_001)
    signalWorkers('SIGINT')
    expect(forked.map((worker) => worker.signals)).toEqual(Array(2).fill(['SIGTERM', 'SIGKILL']))
    for (const worker of forked) worker.ends()
    expect(process.exitCode).toBe(1)
  })

  test('does not wait for one that cannot be started', () => {
    run(1)
    signalWorkers('SIGTERM')
    expect(exit).not.toHaveBeenCalled()
    last().fails(new Error('spawn EAGAIN'))
    expect([exit.mock.calls.length, log.error.mock.calls.length]).toEqual([1, 0])
  })

  test('while a worker is waited for starts none', () => {
    run(1)
    first().ends()
    signalWorkers('SIGTERM')
    expect(exit).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(5_000)
    expect(forked).toHaveLength(1)
  })
})

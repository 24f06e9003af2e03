import cluster, { type Worker } from 'node:cluster'
import type { Log } from '#lib/kernel/log.ts'
import { placeVariable, relayMetrics } from './metrics-relay.ts'
import { onSignals } from './signals.ts'

/** Time between a worker's end and the start of its successor, in milliseconds. */
const restartDelayMillis = 1_000
/** Workers that may end in a row before they listen, while none listens. */
const maxFailedStarts = 5
/** A worker that has not ended by then hangs, in milliseconds: more than a graceful stop may take. */
const stopLimitMillis = 25_000

/**
 * Runs worker processes that share the port: replaces one that ends, passes signals on and ends when
 * all have ended. A second signal ends them at once. When workers keep failing to start and none serves, or after an
 * error that nobody caught, the whole ends with 1.
 * @returns when the first of them serves
 */
export async function runWorkers(count: number, log: Log): Promise<void> {
  let stopping = false
  let failedStarts = 0
  const listening = new Set<number>()
  const places = new Map<number, number>()
  const { promise: served, resolve } = Promise.withResolvers<void>()
  const start = (place: number) => {
    if (stopping) return
    try {
      const worker = cluster.fork({ [placeVariable]: place })
      places.set(worker.id, place)
      worker.on('error', (error: unknown) => {
        // With a number it has begun: then this is about a message to it, and of its end it tells itself.
        if (worker.process.pid === undefined) giveUp(error, place)
      })
    } catch (error) {
      giveUp(error, place)
    }
  }
  /** The machine has no process or no memory left, or Node.js is being replaced: the other workers serve on. */
  const giveUp = (error: unknown, place: number) => {
    if (stopping) return exitWhenAllEnded()
    log.error({ err: error }, 'a worker could not be started')
    failedStarts++
    startLater(place)
  }
  const startLater = (place: number) => {
    if (failedStarts > maxFailedStarts && listening.size === 0) {
      log.fatal('workers keep ending before they serve')
      process.exitCode = 1
      return stopAll()
    }
    // Beside workers that serve, one that cannot start is tried less and less often: each try takes time from them.
    const tries = listening.size > 0 ? Math.min(failedStarts, 5) : 0
    setTimeout(start, restartDelayMillis * 2 ** tries, place)
  }
  relayMetrics()
  cluster.on('listening', ({ id }) => {
    listening.add(id)
    failedStarts = 0
    resolve()
  })
  cluster.on('exit', (worker: Worker, code: number, signal: string) => {
    if (stopping) return exitWhenAllEnded()
    const place = places.get(worker.id) ?? 1
    places.delete(worker.id)
    log.error({ pid: worker.process.pid, exitCode: code, signal }, 'a worker ended')
    if (!listening.delete(worker.id)) failedStarts++
    startLater(place)
  })
  const signalAll = (signal: NodeJS.Signals) => {
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal)
  }
  const stopAll = () => {
    stopping = true
    signalAll('SIGTERM')
    setTimeout(signalAll, stopLimitMillis, 'SIGKILL')
    exitWhenAllEnded()
  }
  onSignals(stopAll, () => {
    process.exitCode = 1
    signalAll('SIGKILL')
  })
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error was not caught')
    process.exitCode = 1
    stopAll()
  })
  for (let place = 1; place <= count; place++) start(place)
  await served
}

/** Those that have ended stay in the list until the last they said was read. */
function exitWhenAllEnded(): void {
  if (Object.values(cluster.workers ?? {}).every((worker) => worker?.isDead())) process.exit()
}

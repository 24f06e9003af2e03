import cluster, { type Worker } from 'node:cluster'
import type { Log } from '#lib/base/log/log.ts'
import { placeVariable, relayMetrics } from './metrics-relay.ts'
import { onSignals } from './signals.ts'

/** Time between a worker's end and the start of its successor, in milliseconds. */
const restartDelayMs = 1_000
/** Permitted consecutive failed starts while no worker listens. */
const maxFailedStarts = 5
/** A worker that runs longer hangs. In milliseconds, and above the limit of a graceful stop. */
const stopLimitMs = 25_000

/**
 * Runs worker processes that share the port. It replaces workers that end, forwards signals, and exits after the last
 * worker. A second signal kills the workers. The process exits with 1 when workers keep failing to start and none
 * serves, or after an uncaught error.
 * @returns when the first worker serves
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
        // With a pid the worker has started: the error is then about a message, and the `exit` event reports its end.
        if (worker.process.pid === undefined) handleFailedStart(error, place)
      })
    } catch (error) {
      handleFailedStart(error, place)
    }
  }
  /** The machine is out of processes or memory, or Node.js is being replaced; the other workers continue. */
  const handleFailedStart = (error: unknown, place: number) => {
    if (stopping) return exitWhenAllEnded()
    log.error({ err: error }, 'failed to start a worker')
    failedStarts++
    startLater(place)
  }
  const startLater = (place: number) => {
    if (failedStarts > maxFailedStarts && listening.size === 0) {
      log.fatal('workers keep exiting before they are ready')
      process.exitCode = 1
      return stopAll()
    }
    // While other workers serve, a failing worker is retried at growing intervals, because each attempt takes time from
    // them.
    const tries = listening.size > 0 ? Math.min(failedStarts, 5) : 0
    setTimeout(start, restartDelayMs * 2 ** tries, place)
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
    log.error({ pid: worker.process.pid, exitCode: code, signal }, 'worker exited')
    if (!listening.delete(worker.id)) failedStarts++
    startLater(place)
  })
  const signalAll = (signal: NodeJS.Signals) => {
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal)
  }
  const stopAll = () => {
    stopping = true
    signalAll('SIGTERM')
    setTimeout(signalAll, stopLimitMs, 'SIGKILL')
    exitWhenAllEnded()
  }
  onSignals(stopAll, () => {
    process.exitCode = 1
    signalAll('SIGKILL')
  })
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception')
    process.exitCode = 1
    stopAll()
  })
  for (let place = 1; place <= count; place++) start(place)
  await served
}

/** An ended worker stays in the list until its last output was read. */
function exitWhenAllEnded(): void {
  if (Object.values(cluster.workers ?? {}).every((worker) => worker?.isDead())) process.exit()
}

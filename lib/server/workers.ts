import cluster, { type Worker } from 'node:cluster'
import type { Log } from '#lib/kernel/log.ts'
import { placeVariable, relayMetrics } from './metrics-relay.ts'

/** Time between a worker's end and the start of its successor, in milliseconds. */
const restartDelayMillis = 1_000
/** Workers that may end in a row before any of them listens. */
const maxFailedStarts = 5

/**
 * Runs worker processes that share the port: replaces one that ends, passes signals on and ends when
 * all have ended. When workers keep failing to start, so does the whole.
 */
export function runWorkers(count: number, log: Log): void {
  let stopping = false
  let failedStarts = 0
  const places = new Map<number, number>()
  const start = (place: number) => {
    if (stopping) return
    places.set(cluster.fork({ [placeVariable]: place }).id, place)
  }
  relayMetrics()
  cluster.on('listening', () => {
    failedStarts = 0
  })
  cluster.on('exit', (worker: Worker, code: number, signal: string) => {
    if (stopping) return exitWhenAllEnded()
    const place = places.get(worker.id) ?? 1
    places.delete(worker.id)
    log.error({ pid: worker.process.pid, exitCode: code, signal }, 'a worker ended')
    if (++failedStarts > maxFailedStarts) {
      log.fatal('workers keep ending before they serve')
      process.exitCode = 1
      return stopAll('SIGTERM')
    }
    setTimeout(start, restartDelayMillis, place)
  })
  const stopAll = (signal: NodeJS.Signals) => {
    stopping = true
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal)
    exitWhenAllEnded()
  }
  process.on('SIGTERM', stopAll)
  process.on('SIGINT', () => stopAll('SIGTERM'))
  for (let place = 1; place <= count; place++) start(place)
}

function exitWhenAllEnded(): void {
  if (Object.keys(cluster.workers ?? {}).length === 0) process.exit()
}

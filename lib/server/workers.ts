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
 * all have ended. A second signal ends them at once. When workers keep failing to start and none serves, so
 * does the whole.
 */
export function runWorkers(count: number, log: Log): void {
  let stopping = false
  let failedStarts = 0
  const listening = new Set<number>()
  const places = new Map<number, number>()
  const start = (place: number) => {
    if (stopping) return
    places.set(cluster.fork({ [placeVariable]: place }).id, place)
  }
  relayMetrics()
  cluster.on('listening', ({ id }) => {
    listening.add(id)
    failedStarts = 0
  })
  cluster.on('exit', (worker: Worker, code: number, signal: string) => {
    if (stopping) return exitWhenAllEnded()
    const place = places.get(worker.id) ?? 1
    places.delete(worker.id)
    log.error({ pid: worker.process.pid, exitCode: code, signal }, 'a worker ended')
    if (!listening.delete(worker.id)) failedStarts++
    if (failedStarts > maxFailedStarts && listening.size === 0) {
      log.fatal('workers keep ending before they serve')
      process.exitCode = 1
      return stopAll()
    }
    // Beside workers that serve, one that cannot start is tried less and less often: each try takes time from them.
    const tries = listening.size > 0 ? Math.min(failedStarts, 5) : 0
    setTimeout(start, restartDelayMillis * 2 ** tries, place)
  })
  const tellAll = (signal: NodeJS.Signals) => {
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal)
  }
  const stopAll = () => {
    stopping = true
    tellAll('SIGTERM')
    setTimeout(tellAll, stopLimitMillis, 'SIGKILL')
    exitWhenAllEnded()
  }
  onSignals(stopAll, () => {
    process.exitCode = 1
    tellAll('SIGKILL')
  })
  for (let place = 1; place <= count; place++) start(place)
}

function exitWhenAllEnded(): void {
  if (Object.keys(cluster.workers ?? {}).length === 0) process.exit()
}

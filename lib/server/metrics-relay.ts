import cluster, { type Worker } from 'node:cluster'
import type { MetricFamily } from '#lib/base/log/metrics.ts'

export type Families = readonly MetricFamily[]

/** Messages about metrics between processes that share the port. */
export type MetricsMessage = {
  readonly about: 'metrics'
  /** Of the question. The primary process gives forwarded questions its own numbers. */
  readonly id: number
} & (
  | { readonly kind: 'question' }
  | { readonly kind: 'answer'; readonly families: Families }
  | { readonly kind: 'gathered'; readonly processes: readonly Families[] }
)

/** A worker's question that was forwarded to all workers. */
interface Round {
  readonly asker: Worker
  readonly questionId: number
  readonly missing: Set<Worker>
  readonly processes: Families[]
  readonly timer: NodeJS.Timeout
}

/** Environment variable with a worker's number, from 1. */
export const placeVariable = 'AUTHSERVER_WORKER'
/** Slower workers are left out. In milliseconds. */
const roundMs = 1_000

/**
 * Runs in the primary process, which serves no requests and has no counters. Forwards a worker's question to all
 * serving workers, and their answers back.
 */
export function relayMetrics(): void {
  const rounds = new Map<number, Round>()
  // A starting worker has no metrics and does not listen to messages yet; the round would wait for it.
  const serving = new Set<Worker>()
  let lastId = 0

  function begin(asker: Worker, questionId: number): void {
    const id = ++lastId
    const timer = setTimeout(() => end(id), roundMs)
    rounds.set(id, { asker, questionId, missing: new Set(serving), processes: [], timer })
    for (const worker of serving) worker.send({ about: 'metrics', id, kind: 'question' }, ignore)
  }

  function take(worker: Worker, id: number, families: Families): void {
    const round = rounds.get(id)
    if (!round?.missing.delete(worker)) return
    round.processes.push(families)
    if (round.missing.size === 0) end(id)
  }

  function giveUp(worker: Worker): void {
    serving.delete(worker)
    for (const [id, { missing }] of rounds) {
      if (missing.delete(worker) && missing.size === 0) end(id)
    }
  }

  function end(id: number): void {
    const round = rounds.get(id)
    if (!round) return
    rounds.delete(id)
    clearTimeout(round.timer)
    const { asker, questionId, processes } = round
    if (!asker.isConnected()) return
    asker.send({ about: 'metrics', id: questionId, kind: 'gathered', processes }, ignore)
  }

  cluster.on('listening', (worker) => serving.add(worker))
  // `disconnect` is never emitted for a worker that is killed while it answers.
  cluster.on('exit', giveUp)
  cluster.on('message', (worker, message: unknown) => {
    if (!isMetricsMessage(message)) return
    if (message.kind === 'question') begin(worker, message.id)
    if (message.kind === 'answer') take(worker, message.id, message.families)
  })
}

/** True for messages of this file and `worker-metrics.ts`. */
export function isMetricsMessage(message: unknown): message is MetricsMessage {
  return typeof message === 'object' && (message as MetricsMessage | null)?.about === 'metrics'
}

/** Ignores the error of sending to a process that has just ended. */
export function ignore(): void {}

import cluster, { type Worker } from 'node:cluster'
import type { MetricFamily } from '#lib/kernel/metrics.ts'

export type Families = readonly MetricFamily[]

/** What processes that share the port tell each other about metrics. */
export type MetricsMessage = {
  readonly about: 'metrics'
  /** Of the question; the primary process numbers those that it passes on. */
  readonly id: number
} & (
  | { readonly kind: 'question' }
  | { readonly kind: 'answer'; readonly families: Families }
  | { readonly kind: 'gathered'; readonly processes: readonly Families[] }
)

/** A question of a worker that was passed on to all. */
interface Round {
  readonly asker: Worker
  readonly questionId: number
  readonly missing: Set<Worker>
  readonly processes: Families[]
  readonly timer: NodeJS.Timeout
}

/** Name of the variable with a worker's place among the others, from 1. */
export const placeVariable = 'AUTHSERVER_WORKER'
/** A worker that takes longer is left out, in milliseconds. */
const roundMillis = 1_000

/**
 * In the primary process: passes a worker's question on to every worker that serves and the answers back. It
 * serves no requests and counts nothing itself.
 */
export function relayMetrics(): void {
  const rounds = new Map<number, Round>()
  // One that is starting has nothing to tell, and no ear yet: it would be waited for.
  const serving = new Set<Worker>()
  let lastId = 0

  function begin(asker: Worker, questionId: number): void {
    const id = ++lastId
    const timer = setTimeout(() => end(id), roundMillis)
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
  // Not `disconnect`, which never comes from one that is killed in the midst of an answer.
  cluster.on('exit', giveUp)
  cluster.on('message', (worker, message: unknown) => {
    if (!isMetricsMessage(message)) return
    if (message.kind === 'question') begin(worker, message.id)
    if (message.kind === 'answer') take(worker, message.id, message.families)
  })
}

/** True for what the functions of this file and `worker-metrics.ts` say. */
export function isMetricsMessage(message: unknown): message is MetricsMessage {
  return typeof message === 'object' && (message as MetricsMessage | null)?.about === 'metrics'
}

/** A process that has just ended is not told. */
export function ignore(): void {}

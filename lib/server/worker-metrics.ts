import cluster from 'node:cluster'
import { startMetrics } from '#lib/http/process-metrics.ts'
import {
  type Families,
  ignore,
  isMetricsMessage,
  type MetricsMessage,
  placeVariable,
} from './metrics-relay.ts'

/** A primary process that takes longer counts as gone. In milliseconds. */
const gatherMs = 2_000

/** Starts counting in this process. A worker also asks the other workers, and answers their questions. */
export async function openProcessMetrics(): Promise<void> {
  const metrics = await startMetrics(process.env[placeVariable])
  const { worker } = cluster
  if (!worker) return
  const send = (message: MetricsMessage) => worker.send(message, ignore)
  const asked = new Map<number, (processes: readonly Families[]) => void>()
  process.on('message', (message: unknown) => {
    if (!isMetricsMessage(message)) return
    if (message.kind === 'gathered') asked.get(message.id)?.(message.processes)
    if (message.kind !== 'question') return
    void metrics
      .families()
      .then((families) => send({ about: 'metrics', id: message.id, kind: 'answer', families }))
  })
  let lastId = 0
  metrics.gather = async () => {
    const id = ++lastId
    const { promise, resolve } = Promise.withResolvers<readonly Families[]>()
    asked.set(id, resolve)
    const late = setTimeout(() => resolve([]), gatherMs)
    send({ about: 'metrics', id, kind: 'question' })
    const processes = await promise
    clearTimeout(late)
    asked.delete(id)
    return processes.length > 0 ? processes : [await metrics.families()]
  }
}

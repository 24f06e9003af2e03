import cluster from 'node:cluster'
import { once } from 'node:events'

/**
 * Runs `serve` in `WORKERS` processes, as the server does; a single worker runs in this process. Returns only
 * in the primary process, once all workers listen.
 */
export async function inWorkers(serve: () => Promise<void>): Promise<void> {
  const count = Number(process.env.WORKERS)
  if (cluster.isWorker) {
    process.on('disconnect', () => process.exit())
    await serve()
    return await new Promise<never>(() => {})
  }
  if (count === 1) return serve()
  for (let i = 0; i < count; i++) await once(cluster.fork(), 'listening')
}

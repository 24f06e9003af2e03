import { singleton } from '#lib/base/concurrency/singleton.ts'
import { runtime } from '#lib/runtime.ts'
import { routeFunction } from './exchange.ts'
import { answerOf } from './respond.ts'

/** Reports that the process is alive, without a database query. */
export const health = routeFunction(async () => {
  const { config } = await runtime()
  return answerOf({ kind: 'text', status: 200, body: 'healthy\n' }, config)
})

const readiness = () => singleton('readiness', () => ({ isStopping: false }))

/**
 * From now on the server is not ready.
 * @returns a function that takes it back
 */
export function reportStopping(): () => void {
  const current = readiness()
  current.isStopping = true
  return () => {
    current.isStopping = false
  }
}

/**
 * Reports whether the server can serve requests: the database is reachable and migrated, and holds a current signing
 * key, and the server is not stopping. Otherwise 503 with a one-word reason.
 */
export const ready = routeFunction(async () => {
  const { config, notReady } = await runtime()
  const obstacle = readiness().isStopping ? 'stopping' : await notReady()
  return answerOf(
    obstacle
      ? { kind: 'text', status: 503, body: `not ready: ${obstacle}\n` }
      : { kind: 'text', status: 200, body: 'ready\n' },
    config,
  )
})

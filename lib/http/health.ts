import { runtime } from '#lib/runtime.ts'
import { routeFunction } from './exchange.ts'
import { answerOf } from './respond.ts'

/** Answers that the process lives; asks nothing of the database. */
export const health = routeFunction(async () => {
  const { config } = await runtime()
  return answerOf({ kind: 'text', status: 200, body: 'healthy\n' }, config)
})

/**
 * Answers whether requests can be served: the database is there, brought up to date and holds a
 * current signing key. 503 with one word for the reason when not.
 */
export const ready = routeFunction(async () => {
  const { config, notReady } = await runtime()
  const obstacle = await notReady()
  return answerOf(
    obstacle
      ? { kind: 'text', status: 503, body: `not ready: ${obstacle}\n` }
      : { kind: 'text', status: 200, body: 'ready\n' },
    config,
  )
})

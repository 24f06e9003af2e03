import { runtime } from '#lib/runtime.ts'
import { failureEnvelope } from './api-failures.ts'
import { routeFunction } from './exchange.ts'
import { answerOf } from './respond.ts'

/** Answers every method of a path below `/api/` that no operation has: 404, before the gate. */
export const unknownApiPath = routeFunction(async () => {
  const { config } = await runtime()
  return answerOf(failureEnvelope(404, 'NOT_FOUND', 'There is no such operation.'), config)
})

import { runtime } from '#lib/runtime.ts'
import { failureEnvelope } from './api-failures.ts'
import { routeFunction } from './exchange.ts'
import { answerOf } from './respond.ts'

/** Answers 404 to paths below `/api/` without an operation, before authentication. */
export const unknownApiPath = routeFunction(async () => {
  const { config } = await runtime()
  return answerOf(failureEnvelope(404, 'NOT_FOUND', 'There is no such operation.'), config)
})

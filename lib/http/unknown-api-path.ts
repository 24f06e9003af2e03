import { runtime } from '#lib/runtime.ts'
import { noStore, routeFunction } from './exchange.ts'
import { answerOf } from './respond.ts'

/** Answers every method of a path below `/api/` that no operation has: 404, before the gate. */
export const unknownApiPath = routeFunction(async () => {
  const { config } = await runtime()
  return answerOf(
    {
      kind: 'json',
      status: 404,
      body: { error_code: 'NOT_FOUND', error_description: 'There is no such operation.' },
      headers: noStore,
    },
    config,
  )
})

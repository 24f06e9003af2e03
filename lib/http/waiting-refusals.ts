import { flushRefusals } from '#lib/domain/audit/refusal-recorder.ts'
import type { Runtime } from '#lib/runtime.ts'

/** Stores the refusals that were recorded last, before the database is closed. */
export function storeWaitingRefusals(runtime: Pick<Runtime, 'store'>): Promise<void> {
  return flushRefusals(runtime)
}

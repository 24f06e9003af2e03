import { countUpTo, updatedRows } from '../database/results.ts'
import { rowTime } from '../database/row-time.ts'
import type { Queries } from '../database/tables.ts'
import { type ActiveSince, activeOfClient, terminating } from './active-session-rows.ts'

/** Makes a session unusable but keeps it in the lists: see `terminating`. */
export function markTerminating(queries: Queries, id: number): Promise<number> {
  return updatedRows(
    queries
      .updateTable('userSessions')
      .set({ authStateGeneration: terminating, updatedAt: rowTime() })
      .where('id', '=', id),
  )
}

export function countActiveOfClient(
  queries: Queries,
  clientId: number,
  since: ActiveSince,
): Promise<number> {
  return countUpTo(queries, activeOfClient(queries, clientId, since), Number.MAX_SAFE_INTEGER)
}

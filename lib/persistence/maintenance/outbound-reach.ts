import type { Queries, Row } from '../database/tables.ts'

/** Whether requests of one purpose reach other servers. */
export type OutboundReachRecord = Row<'outboundReach'>

/** Counts a request that reached no server. */
export async function noteUnreached(
  queries: Queries,
  purpose: string,
  lastFailure: string,
  failedAt: Date,
): Promise<void> {
  await queries
    .insertInto('outboundReach')
    .values({ purpose, unreached: 1, lastFailure, failedAt })
    .onConflict((conflict) =>
      conflict.column('purpose').doUpdateSet((eb) => ({
        unreached: eb('outboundReach.unreached', '+', 1),
        lastFailure,
        failedAt,
      })),
    )
    .execute()
}

/** Begins to count anew, after a request that reached a server. Usually there is nothing to write. */
export async function noteReached(queries: Queries, purpose: string): Promise<void> {
  const [row] = await queries
    .selectFrom('outboundReach')
    .select('unreached')
    .where('purpose', '=', purpose)
    .where('unreached', '>', 0)
    .execute()
  if (!row) return
  await queries
    .updateTable('outboundReach')
    .set({ unreached: 0 })
    .where('purpose', '=', purpose)
    .execute()
}

/** The purposes of which at least `unreached` requests in a row reached no server, the last one since a moment. */
export function listUnreached(
  queries: Queries,
  unreached: number,
  since: Date,
): Promise<OutboundReachRecord[]> {
  return queries
    .selectFrom('outboundReach')
    .selectAll()
    .where('unreached', '>=', unreached)
    .where('failedAt', '>=', since)
    .orderBy('purpose')
    .execute()
}

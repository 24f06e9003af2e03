import { updatedRows } from '../database/results.ts'
import { rowTime } from '../database/row-time.ts'
import type { Queries } from '../database/tables.ts'

/** Adds the client to the session, or records that it was used again. */
export async function touchClient(
  queries: Queries,
  sessionIdentifier: string,
  clientId: number,
  now: Date,
): Promise<void> {
  const written = rowTime()
  await queries
    .insertInto('userSessionClients')
    .columns(['createdAt', 'updatedAt', 'userSessionId', 'clientId', 'started', 'lastAccessed'])
    .expression((eb) =>
      eb
        .selectFrom('userSessions')
        .select((inner) => [
          inner.val(written).as('createdAt'),
          inner.val(written).as('updatedAt'),
          'id',
          inner.val(clientId).as('clientId'),
          inner.val(now).as('started'),
          inner.val(now).as('lastAccessed'),
        ])
        .where('sessionIdentifier', '=', sessionIdentifier),
    )
    .onConflict((conflict) =>
      conflict.columns(['userSessionId', 'clientId']).doUpdateSet((eb) => ({
        lastAccessed: eb.ref('excluded.lastAccessed'),
        updatedAt: eb.ref('excluded.updatedAt'),
      })),
    )
    .execute()
}

/** Records that the client was used again, if it is still on the session. */
export function noteClient(
  queries: Queries,
  userSessionId: number,
  clientId: number,
  now: Date,
): Promise<number> {
  return updatedRows(
    queries
      .updateTable('userSessionClients')
      .set({ lastAccessed: now, updatedAt: rowTime() })
      .where('userSessionId', '=', userSessionId)
      .where('clientId', '=', clientId),
  )
}

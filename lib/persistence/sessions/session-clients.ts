import { prepared, type ValueOf } from '../database/prepared.ts'
import { rowTime } from '../database/row-time.ts'
import type { Queries } from '../database/tables.ts'

interface Touch {
  readonly sessionIdentifier: string
  readonly clientId: number
  readonly now: Date
  /** See `rowTime`. */
  readonly written: Date
}

const insertOrTouch = prepared((queries, value: ValueOf<Touch>) =>
  queries
    .insertInto('userSessionClients')
    .columns(['createdAt', 'updatedAt', 'userSessionId', 'clientId', 'started', 'lastAccessed'])
    .expression((eb) =>
      eb
        .selectFrom('userSessions')
        .select((inner) => [
          inner.val(value('written')).as('createdAt'),
          inner.val(value('written')).as('updatedAt'),
          'id',
          inner.val(value('clientId')).as('clientId'),
          inner.val(value('now')).as('started'),
          inner.val(value('now')).as('lastAccessed'),
        ])
        .where('sessionIdentifier', '=', value('sessionIdentifier')),
    )
    .onConflict((conflict) =>
      conflict.columns(['userSessionId', 'clientId']).doUpdateSet((eb) => ({
        lastAccessed: eb.ref('excluded.lastAccessed'),
        updatedAt: eb.ref('excluded.updatedAt'),
      })),
    ),
)

/** Adds the client to the session, or records that it was used again. */
export async function touchClient(
  queries: Queries,
  sessionIdentifier: string,
  clientId: number,
  now: Date,
): Promise<void> {
  const written = rowTime()
  await insertOrTouch.count(queries, { sessionIdentifier, clientId, now, written })
}

interface Note {
  readonly userSessionId: number
  readonly clientId: number
  readonly lastAccessed: Date
  readonly updatedAt: Date
}

const noteUse = prepared((queries, value: ValueOf<Note>) =>
  queries
    .updateTable('userSessionClients')
    .set({ lastAccessed: value('lastAccessed'), updatedAt: value('updatedAt') })
    .where('userSessionId', '=', value('userSessionId'))
    .where('clientId', '=', value('clientId')),
)

/** Records that the client was used again, if it is still on the session. */
export function noteClient(
  queries: Queries,
  userSessionId: number,
  clientId: number,
  now: Date,
): Promise<number> {
  const updatedAt = rowTime()
  return noteUse.count(queries, { userSessionId, clientId, lastAccessed: now, updatedAt })
}

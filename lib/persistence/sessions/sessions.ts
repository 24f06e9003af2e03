import { preparedByColumns } from '../database/prepared.ts'
import { deletedRows, firstOrNull } from '../database/results.ts'
import { rowTime } from '../database/row-time.ts'
import type { NewRow, Queries, Row } from '../database/tables.ts'

/** A sign-on session. */
export type SessionRecord = Row<'userSessions'>

/** A session to insert. */
export type NewSession = Omit<NewRow<'userSessions'>, 'createdAt' | 'updatedAt'>

const insertRow = preparedByColumns((queries, row: NewRow<'userSessions'>) =>
  queries.insertInto('userSessions').values(row).returningAll(),
)

export function insert(queries: Queries, session: NewSession): Promise<SessionRecord> {
  const now = rowTime()
  return insertRow.one(queries, { ...session, createdAt: now, updatedAt: now })
}

export function findByCookieHash(
  queries: Queries,
  cookieHash: string,
): Promise<SessionRecord | null> {
  return firstOrNull(
    queries.selectFrom('userSessions').selectAll().where('cookieHash', '=', cookieHash),
  )
}

export function findByIdentifier(
  queries: Queries,
  sessionIdentifier: string,
): Promise<SessionRecord | null> {
  return firstOrNull(
    queries
      .selectFrom('userSessions')
      .selectAll()
      .where('sessionIdentifier', '=', sessionIdentifier),
  )
}

type Change = Partial<Omit<SessionRecord, 'id' | 'createdAt'>>

const updateRow = preparedByColumns(
  (queries, { changedId, ...columns }: Change & { readonly changedId: number }) =>
    queries.updateTable('userSessions').set(columns).where('id', '=', changedId),
)

/** Returns 0 when the session no longer exists. */
export function update(queries: Queries, id: number, change: Change): Promise<number> {
  return updateRow.count(queries, { ...change, updatedAt: rowTime(), changedId: id })
}

/** True for the caller that removed it. */
export async function remove(queries: Queries, id: number): Promise<boolean> {
  return (await deletedRows(queries.deleteFrom('userSessions').where('id', '=', id))) === 1
}

/**
 * Removes all sessions of a user and returns their identifiers.
 * @param except id of a session to keep; null for none
 */
export async function removeOfUser(
  queries: Queries,
  userId: number,
  except: number | null,
): Promise<string[]> {
  const theirs = queries.deleteFrom('userSessions').where('userId', '=', userId)
  const removal = except === null ? theirs : theirs.where('id', '<>', except)
  const removed = await removal.returning('sessionIdentifier').execute()
  return removed.map(({ sessionIdentifier }) => sessionIdentifier)
}

/** The sessions of a user that a provider proved. */
export function findOfProvider(
  queries: Queries,
  userId: number,
  providerId: number,
): Promise<SessionRecord[]> {
  const own = queries.selectFrom('userSessions').selectAll().where('userId', '=', userId)
  return own.where('providerId', '=', providerId).execute()
}

/** The sessions of a user that a passkey proved. */
export function findOfPasskey(
  queries: Queries,
  userId: number,
  passkeyId: number,
): Promise<SessionRecord[]> {
  const own = queries.selectFrom('userSessions').selectAll().where('userId', '=', userId)
  return own.where('passkeyId', '=', passkeyId).execute()
}

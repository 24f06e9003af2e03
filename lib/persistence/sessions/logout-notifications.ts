import { sql } from 'kysely'
import { deletedRows, updatedRows } from '../database/results.ts'
import type { Queries, Row } from '../database/tables.ts'
import type { ToldClient } from './told-clients.ts'

/** A logout token that a client has yet to receive. */
export type LogoutNotificationRecord = Row<'logoutNotifications'>

/** Rows of one insertion: their values must stay below SQLite's limit. */
const rowsAtOnce = 500

/** Adds notifications. A notification about the same end that waits or has failed begins again. */
export async function add(
  queries: Queries,
  told: readonly ToldClient[],
  now: Date,
  giveUpAt: Date,
): Promise<void> {
  const times = { createdAt: now, nextAttemptAt: now, giveUpAt }
  for (let from = 0; from < told.length; from += rowsAtOnce) {
    await queries
      .insertInto('logoutNotifications')
      .values(told.slice(from, from + rowsAtOnce).map((one) => ({ ...one, ...times })))
      .onConflict((conflict) =>
        conflict.columns(['sessionIdentifier', 'clientId', 'subject']).doUpdateSet((eb) => ({
          ...times,
          state: 'pending',
          attempts: 0,
          version: eb('logoutNotifications.version', '+', 1),
        })),
      )
      .execute()
  }
}

/**
 * Due notifications, oldest first.
 * @param perClient the largest number for one client
 * @param busy clients to leave out
 */
export async function due(
  queries: Queries,
  now: Date,
  limit: number,
  perClient: number,
  busy: readonly number[],
): Promise<LogoutNotificationRecord[]> {
  const numbered = queries
    .selectFrom('logoutNotifications')
    .selectAll()
    .select(
      sql<number>`row_number() over (partition by ${sql.ref('clientId')} order by ${sql.ref('nextAttemptAt')}, id)`.as(
        'place',
      ),
    )
    .where('state', '=', 'pending')
    .where('nextAttemptAt', '<=', now)
    .$if(busy.length > 0, (query) => query.where('clientId', 'not in', [...busy]))
  const rows = await queries
    .selectFrom(numbered.as('numbered'))
    .selectAll()
    .where('place', '<=', perClient)
    .orderBy('nextAttemptAt')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ place: _, ...row }) => row)
}

/**
 * Claims a notification for one attempt: the row as claimed, or null when another process was first. If the attempt
 * never reports its end, the notification is due again at `until`.
 */
export async function claim(
  queries: Queries,
  { id, version, attempts }: LogoutNotificationRecord,
  until: Date,
): Promise<boolean> {
  const taken = queries
    .updateTable('logoutNotifications')
    .set({ version: version + 1, attempts: attempts + 1, nextAttemptAt: until })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('state', '=', 'pending')
  return (await updatedRows(taken)) === 1
}

type Held = Pick<LogoutNotificationRecord, 'id' | 'version'>

/** Removes a notification, if the caller still holds it. */
export async function finish(queries: Queries, { id, version }: Held): Promise<boolean> {
  const held = queries.deleteFrom('logoutNotifications').where('id', '=', id)
  return (await deletedRows(held.where('version', '=', version))) === 1
}

/** Changes a notification that waits, if the caller still holds it. */
export async function change(
  queries: Queries,
  { id, version }: Held,
  values: Partial<
    Pick<LogoutNotificationRecord, 'state' | 'nextAttemptAt' | 'lastOutcome' | 'lastStatus'>
  >,
): Promise<boolean> {
  const held = queries
    .updateTable('logoutNotifications')
    .set(values)
    .where('id', '=', id)
    .where('version', '=', version)
    .where('state', '=', 'pending')
  return (await updatedRows(held)) === 1
}

/** Removes the notifications to a client that signs in to a session again. */
export async function cancel(
  queries: Queries,
  sessionIdentifier: string,
  clientId: number,
): Promise<void> {
  await queries
    .deleteFrom('logoutNotifications')
    .where('sessionIdentifier', '=', sessionIdentifier)
    .where('clientId', '=', clientId)
    .where('state', '=', 'pending')
    .execute()
}

/** @param clientId null for all clients */
export async function removePending(queries: Queries, clientId: number | null): Promise<void> {
  await queries
    .deleteFrom('logoutNotifications')
    .where('state', '=', 'pending')
    .$if(clientId !== null, (query) => query.where('clientId', '=', clientId ?? 0))
    .execute()
}

/** One page of a client's notifications, newest first. */
export function listOf(
  queries: Queries,
  clientId: number,
  page: number,
  size: number,
): Promise<LogoutNotificationRecord[]> {
  return queries
    .selectFrom('logoutNotifications')
    .selectAll()
    .where('clientId', '=', clientId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
}

export async function countOf(queries: Queries, clientId: number): Promise<number> {
  const counted = await queries
    .selectFrom('logoutNotifications')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('clientId', '=', clientId)
    .executeTakeFirst()
  return Number(counted?.count ?? 0)
}

/** True when a notification to the client has failed for good. */
export async function isAnyFailed(queries: Queries): Promise<boolean> {
  const found = await queries
    .selectFrom('logoutNotifications')
    .select('id')
    .where('state', '=', 'failed')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** The number of notifications in each state, and when the oldest waiting one was added. */
export async function summary(
  queries: Queries,
): Promise<{ pending: number; failed: number; oldestPending: Date | null }> {
  const states = await queries
    .selectFrom('logoutNotifications')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  const oldest = await queries
    .selectFrom('logoutNotifications')
    .select('createdAt')
    .where('state', '=', 'pending')
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst()
  const countIn = (state: string) =>
    Number(states.find((found) => found.state === state)?.count ?? 0)
  return {
    pending: countIn('pending'),
    failed: countIn('failed'),
    oldestPending: oldest?.createdAt ?? null,
  }
}

/** Removes at most `limit` notifications that failed before a time; returns the number removed. */
export function removeFailedBefore(queries: Queries, before: Date, limit: number): Promise<number> {
  const oldest = queries
    .selectFrom('logoutNotifications')
    .select('id')
    .where('state', '=', 'failed')
    .where('nextAttemptAt', '<', before)
    .orderBy('nextAttemptAt')
    .limit(limit)
  return deletedRows(queries.deleteFrom('logoutNotifications').where('id', 'in', oldest))
}

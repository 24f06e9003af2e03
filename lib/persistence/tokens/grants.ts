import { addSeconds, daySeconds } from '#lib/base/time/clock.ts'
import { prepared, preparedByColumns, type ValueOf } from '../database/prepared.ts'
import { countUpTo, updatedRows } from '../database/results.ts'
import type { NewRow, Queries, Row } from '../database/tables.ts'
import { type GrantsOfSession, type OfUserExcept, ofUserExcept } from './row-conditions.ts'

/** Access that a user granted to a client; every token names its grant. */
export type GrantRecord = Row<'grants'>

/** The flow in which a user granted access to a client. */
export type GrantType = 'authorization_code' | 'implicit' | 'password' | 'device_code'

/** A grant to insert: active by default. */
export type NewGrant = NewRow<'grants'> & {
  readonly createdAt: Date
  readonly grantType: GrantType
}

/** Which grants are meant. */
export type GrantsOf =
  | { readonly id: number }
  | { readonly userId: number; readonly clientId: number }
  | { readonly sessionIdentifier: string }
  | GrantsOfSession
  | OfUserExcept

const dayMs = daySeconds * 1000

const insertRow = preparedByColumns((queries, row: NewGrant) =>
  queries.insertInto('grants').values(row).returningAll(),
)

/** Minimum number of days that a grant is kept: the list of clients counts the sign-ins of the last seven. */
const countedDays = 7

/** Inserts a grant. Its row is kept until the end of the day (UTC) on which it expires, and for `countedDays`. */
export function insert(queries: Queries, grant: NewGrant): Promise<GrantRecord> {
  const counted = addSeconds(grant.createdAt, countedDays * daySeconds)
  const expiresAt = grant.expiresAt > counted ? grant.expiresAt : counted
  return insertRow.one(queries, { ...grant, expiresAt: endOfDay(expiresAt) })
}

const extend = prepared((queries, value: ValueOf<{ id: number; expiresAt: Date }>) =>
  queries
    .updateTable('grants')
    .set({ expiresAt: value('expiresAt') })
    .where('id', '=', value('id'))
    .where('expiresAt', '<', value('expiresAt')),
)

/**
 * Extends the row's life until the end of the day (UTC) on which its newest token expires. The row is therefore
 * updated at most once a day, not with every token.
 */
export async function keepUntil(
  queries: Queries,
  { id, expiresAt }: GrantRecord,
  end: Date,
): Promise<void> {
  if (expiresAt >= end) return
  await extend.count(queries, { id, expiresAt: endOfDay(end) })
}

/** Records that the client proved its key, and must prove it at every refresh. */
export async function requireAssertion(queries: Queries, id: number): Promise<void> {
  await queries
    .updateTable('grants')
    .set({ assertionRequired: true })
    .where('id', '=', id)
    .execute()
}

/** Revokes grants; returns how many were not revoked before. */
export function revoke(
  queries: Queries,
  of: GrantsOf,
  revokedAt: Date,
  revokedReason: string,
): Promise<number> {
  return updatedRows(
    queries
      .updateTable('grants')
      .set({ revokedAt, revokedReason })
      .where('revokedAt', 'is', null)
      .where((eb) => {
        if ('exceptOfSession' in of) return ofUserExcept('grants', of)
        if (!('upTo' in of)) return eb.and({ ...of })
        const { sessionIdentifier, after, upTo } = of
        return eb.and([eb.and({ sessionIdentifier }), eb('id', '>', after), eb('id', '<=', upTo)])
      }),
  )
}

/** Whether a session has more than `limit` active grants. */
export async function exceedInSession(
  queries: Queries,
  sessionIdentifier: string,
  limit: number,
): Promise<boolean> {
  return (await countUpTo(queries, activeInSession(queries, sessionIdentifier), limit + 1)) > limit
}

/** Ids of a session's next active grants after an id. */
export async function nextInSession(
  queries: Queries,
  sessionIdentifier: string,
  after: number,
  limit: number,
): Promise<number[]> {
  const rows = await activeInSession(queries, sessionIdentifier)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

function activeInSession(queries: Queries, sessionIdentifier: string) {
  return queries
    .selectFrom('grants')
    .select('id')
    .where('sessionIdentifier', '=', sessionIdentifier)
    .where('revokedAt', 'is', null)
}

function endOfDay(moment: Date): Date {
  return new Date(Math.ceil(moment.getTime() / dayMs) * dayMs)
}

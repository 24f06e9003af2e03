import { addSeconds } from '#lib/base/time/clock.ts'
import { prepared, type ValueOf } from '../database/prepared.ts'
import { updatedRows } from '../database/results.ts'
import { rowTime } from '../database/row-time.ts'
import type { Queries, Row, RowChange } from '../database/tables.ts'
import type { UserAttributeRecord } from './user-attributes.ts'

// Only narrow statements write columns that decide about access. Applications receive `updatedAt` as the time of the
// last change of the user's information (OpenID Connect Core 1.0 section 5.1). Sign-ins and actions of strangers must
// not change it.

export type UserRecord = Row<'users'>

/** Columns of a user that one operation writes. */
export type UserChange = RowChange<'users'>

const selectById = prepared((queries, value: ValueOf<{ id: number }>) => byId(queries, value))
const selectByEmail = prepared((queries, value: ValueOf<{ email: string }>) =>
  queries.selectFrom('users').selectAll().where('email', '=', value('email')),
)
const selectByCreation = prepared((queries, value: ValueOf<{ createdAt: Date }>) =>
  queries
    .selectFrom('users')
    .selectAll()
    .where('createdAt', '=', value('createdAt'))
    .orderBy('id')
    .limit(1),
)
const selectForUpdate = prepared((queries, value: ValueOf<{ id: number }>) =>
  byId(queries, value).forUpdate(),
)
const selectForNoKeyUpdate = prepared((queries, value: ValueOf<{ id: number }>) =>
  byId(queries, value).forNoKeyUpdate(),
)
const selectForKeyShare = prepared((queries, value: ValueOf<{ id: number }>) =>
  byId(queries, value).forKeyShare(),
)
const selectAttributes = prepared((queries, value: ValueOf<{ userId: number }>) =>
  queries
    .selectFrom('userAttributes')
    .selectAll()
    .where('userId', '=', value('userId'))
    .orderBy('id'),
)

export function findById(queries: Queries, id: number): Promise<UserRecord | null> {
  return selectById.first(queries, { id })
}

/** @param email in lower case */
export function findByEmail(queries: Queries, email: string): Promise<UserRecord | null> {
  return selectByEmail.first(queries, { email })
}

/** The first of the users that were created at this moment. */
export function findByCreation(queries: Queries, createdAt: Date): Promise<UserRecord | null> {
  return selectByCreation.first(queries, { createdAt })
}

/** Reads a user and locks the row until the transaction ends, against changes and new references. */
export function lock(queries: Queries, id: number): Promise<UserRecord | null> {
  return selectForUpdate.first(queries, { id })
}

/**
 * Like `lock`, but permits new references to the user. A refresh, which locks its session and stores a token, does
 * not wait for a sign-in, which locks the user and may want that session.
 */
export function hold(queries: Queries, id: number): Promise<UserRecord | null> {
  return selectForNoKeyUpdate.first(queries, { id })
}

/**
 * Reads a user with the lock that a referring row needs: the row cannot be removed, and `lock` waits, but other
 * transactions may change it.
 */
export function share(queries: Queries, id: number): Promise<UserRecord | null> {
  return selectForKeyShare.first(queries, { id })
}

export function attributes(queries: Queries, userId: number): Promise<UserAttributeRecord[]> {
  return selectAttributes.all(queries, { userId })
}

const writeSignIn = prepared((queries, value: ValueOf<{ id: number; at: Date; before: Date }>) =>
  queries
    .updateTable('users')
    .set({ lastSignInAt: value('at') })
    .where('id', '=', value('id'))
    .where((eb) =>
      eb.or([eb('lastSignInAt', 'is', null), eb('lastSignInAt', '<', value('before'))]),
    ),
)

/** Records a sign-in, unless one within the last minute is recorded: a test of many sign-ins then writes once. */
export async function noteSignIn(queries: Queries, id: number, at: Date): Promise<void> {
  await writeSignIn.count(queries, { id, at, before: addSeconds(at, -60) })
}

/** Updates the time of the last change, for information that is not a column of the user. */
export function touch(queries: Queries, id: number): Promise<number> {
  return updatedRows(
    queries.updateTable('users').set({ updatedAt: rowTime() }).where('id', '=', id),
  )
}

function byId(queries: Queries, value: ValueOf<{ id: number }>) {
  return queries.selectFrom('users').selectAll().where('id', '=', value('id'))
}

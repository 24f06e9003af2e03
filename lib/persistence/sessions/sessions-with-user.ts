import { joinedTable } from '../database/joined.ts'
import { prepared, type ValueOf } from '../database/prepared.ts'
import type { Queries } from '../database/tables.ts'
import type { UserRecord } from '../users/users.ts'
import type { SessionRecord } from './sessions.ts'

const ownerColumns = [
  'id',
  'enabled',
  'authStateGeneration',
  'otpEnabled',
  'otpConfigGeneration',
  'passkeySecondFactor',
  'passkeyUserHandle',
] as const

/** The owner's columns that decide whether a session is valid. */
export type SessionOwner = Pick<UserRecord, (typeof ownerColumns)[number]>

const itself = joinedTable('userSessions')
const owner = joinedTable('users')
const ownerStatus = joinedTable('users', ownerColumns)

const selectByCookie = prepared((queries, value: ValueOf<{ cookieHash: string }>) =>
  withUser(queries)
    .select([...itself.columns, ...owner.columns])
    .where('userSessions.cookieHash', '=', value('cookieHash')),
)

const lockByIdentifier = prepared((queries, value: ValueOf<{ sessionIdentifier: string }>) =>
  withUser(queries)
    .select([...itself.columns, ...ownerStatus.columns])
    .where('userSessions.sessionIdentifier', '=', value('sessionIdentifier'))
    .forKeyShare('users')
    .forUpdate('userSessions'),
)

/** The session of a browser's cookie, with its owner. */
export async function findWithUser(
  queries: Queries,
  cookieHash: string,
): Promise<{ session: SessionRecord; user: UserRecord } | null> {
  const found = await selectByCookie.first(queries, { cookieHash })
  const session = found && itself.read(found)
  const user = found && owner.read(found)
  return session && user ? { session, user } : null
}

/**
 * Reads a session and locks it against changes and removal until the transaction ends: see `lockWithUser`.
 * (PostgreSQL row locks; on SQLite transactions run one at a time.)
 */
export async function lock(
  queries: Queries,
  sessionIdentifier: string,
): Promise<SessionRecord | null> {
  return (await lockWithUser(queries, sessionIdentifier))?.session ?? null
}

/**
 * Reads a session with the deciding columns of its owner, and locks it. The owner is locked first, with the lock that
 * a referring row needs, so that storing a token later does not wait (see the order in `Store`). Other
 * transactions may still change the owner, except through `users.lock` and removal.
 */
export async function lockWithUser(
  queries: Queries,
  sessionIdentifier: string,
): Promise<{ session: SessionRecord; user: SessionOwner } | null> {
  const found = await lockByIdentifier.first(queries, { sessionIdentifier })
  const session = found && itself.read(found)
  const user = found && ownerStatus.read(found)
  return session && user ? { session, user } : null
}

function withUser(queries: Queries) {
  return queries.selectFrom('userSessions').innerJoin('users', 'users.id', 'userSessions.userId')
}

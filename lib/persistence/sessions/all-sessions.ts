import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { countUpTo } from '../database/results.ts'
import type { AdminSource } from '../database/sources.ts'
import type { Tables } from '../database/tables.ts'
import { inOrderOf } from '../search/paging.ts'
import type { UserRecord } from '../users/users.ts'
import { type ActiveSince, terminating } from './active-session-rows.ts'
import type { ListedSession } from './admin-active-sessions.ts'

/** Filters of the sessions of all users; absent: any. */
export interface SessionFilter {
  readonly ids?: readonly number[] | undefined
  readonly userId?: number | undefined
  readonly clientId?: number | undefined
  /** One of the addresses of the session. */
  readonly ipAddress?: string | undefined
  /** Sessions that began later are left out. */
  readonly startedUntil?: Date | undefined
  /** A session to leave out. */
  readonly except?: string | undefined
}

/** A place in the list of sessions, which begins with the last used one. */
export interface SessionPlace {
  readonly lastAccessed: Date
  readonly id: number
}

const owner = {
  id: true,
  otpConfigGeneration: true,
  email: true,
  givenName: true,
  middleName: true,
  familyName: true,
  locale: true,
  subject: true,
} as const

/** A session with the name of its owner. */
export type SessionOfAnyone = ListedSession & {
  readonly user: Pick<UserRecord, keyof typeof owner>
}

/**
 * The active sessions of all users, last used first.
 * @param after the place of the last session of the previous page; null for the first page
 */
export async function listAll(
  admin: AdminSource,
  since: ActiveSince,
  filter: SessionFilter,
  after: SessionPlace | null,
  limit: number,
): Promise<SessionOfAnyone[]> {
  const ids = await idsOfAll(admin, since, filter, after, limit)
  const rows = await admin.db.userSession.findMany({
    where: { id: { in: ids } },
    include: {
      user: { select: owner },
      clients: {
        select: { id: true, client: { select: { id: true, clientIdentifier: true } } },
      },
    },
  })
  for (const { clients } of rows) clients.sort((a, b) => a.id - b.id)
  return inOrderOf(ids, rows)
}

/** Their ids alone, last used first. */
export async function idsOfAll(
  admin: AdminSource,
  since: ActiveSince,
  filter: SessionFilter,
  after: SessionPlace | null,
  limit: number,
): Promise<number[]> {
  const found = await matching(admin, since, filter)
    .$if(after !== null, (query) =>
      query.where((eb) => {
        const { lastAccessed, id } = after as SessionPlace
        return eb.or([
          eb('userSessions.lastAccessed', '<', lastAccessed),
          eb.and([
            eb('userSessions.lastAccessed', '=', lastAccessed),
            eb('userSessions.id', '<', id),
          ]),
        ])
      }),
    )
    .orderBy('userSessions.lastAccessed', 'desc')
    .orderBy('userSessions.id', 'desc')
    .limit(limit)
    .execute()
  return found.map(({ id }) => id)
}

/** The number of these sessions; counting stops at a limit. */
export function countAll(
  admin: AdminSource,
  since: ActiveSince,
  filter: SessionFilter,
  limit: number,
): Promise<number> {
  return countUpTo(admin.queries, matching(admin, since, filter), limit)
}

type Joined = Pick<Tables, 'userSessions' | 'users'>

function matching(
  { queries, provider }: AdminSource,
  { idleSince, startedSince }: ActiveSince,
  { ids, userId, clientId, ipAddress, startedUntil, except }: SessionFilter,
) {
  // The addresses of a session are one text, separated by commas.
  const hasAddress = (eb: ExpressionBuilder<Joined, 'userSessions'>): Expression<SqlBool> => {
    const all = sql`',' || ${eb.ref('userSessions.ipAddress')} || ','`
    const one = `,${ipAddress},`
    return provider === 'postgresql'
      ? sql<SqlBool>`strpos(${all}, ${one}) > 0`
      : sql<SqlBool>`instr(${all}, ${one}) > 0`
  }
  return queries
    .selectFrom('userSessions')
    .innerJoin('users', 'users.id', 'userSessions.userId')
    .select('userSessions.id')
    .where('userSessions.lastAccessed', '>=', idleSince)
    .where('userSessions.started', '>=', startedSince)
    .where((eb) =>
      eb.or([
        eb('userSessions.authStateGeneration', '=', eb.ref('users.authStateGeneration')),
        eb('userSessions.authStateGeneration', '=', terminating),
      ]),
    )
    .$if(ids !== undefined, (query) => query.where('userSessions.id', 'in', [...(ids ?? [])]))
    .$if(userId !== undefined, (query) => query.where('userSessions.userId', '=', userId ?? -1))
    .$if(startedUntil !== undefined, (query) =>
      query.where('userSessions.started', '<=', startedUntil ?? idleSince),
    )
    .$if(except !== undefined, (query) =>
      query.where('userSessions.sessionIdentifier', '!=', except ?? ''),
    )
    .$if(ipAddress !== undefined, (query) => query.where(hasAddress))
    .$if(clientId !== undefined, (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('userSessionClients')
            .select('userSessionClients.id')
            .whereRef('userSessionClients.userSessionId', '=', 'userSessions.id')
            .where('userSessionClients.clientId', '=', clientId ?? -1),
        ),
      ),
    )
}

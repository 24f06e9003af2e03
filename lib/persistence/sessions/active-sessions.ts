import type { Db } from '../client.ts'
import { countUpTo, updatedRows } from '../database/results.ts'
import { rowTime } from '../database/row-time.ts'
import type { Queries } from '../database/tables.ts'
import type { Prisma } from '../generated/sqlite/client.ts'
import { inOrderOf, skipBefore } from '../search/paging.ts'

/**
 * Unsorted (see `withClientsInOrder`): a sorted query cannot be split when it has more session ids than a statement
 * takes.
 */
const withClients = {
  user: { select: { otpConfigGeneration: true } },
  clients: { select: { id: true, client: { select: { clientIdentifier: true } } } },
} as const

/** A session for lists. */
export type ListedSession = Prisma.UserSessionGetPayload<{ include: typeof withClients }>

const withNamedOwner = {
  ...withClients,
  user: {
    select: {
      otpConfigGeneration: true,
      id: true,
      email: true,
      givenName: true,
      middleName: true,
      familyName: true,
    },
  },
} as const

/** A session of a client, with the owner's data that the client's administrators may see. */
export type ClientSession = Prisma.UserSessionGetPayload<{ include: typeof withNamedOwner }>

/** Limits of live sessions: last used and started since these times. */
interface LiveSince {
  readonly idleSince: Date
  readonly startedSince: Date
}

/**
 * A credential generation that no user has. It marks a session that is being terminated: the session cannot be used.
 * Lists still show it, so that the termination can be repeated after a failure.
 */
const terminating = -1

/** Live sessions of a client. Sessions of older credentials count only while they are being terminated. */
function liveOfClient(queries: Queries, clientId: number, { idleSince, startedSince }: LiveSince) {
  return queries
    .selectFrom('userSessionClients')
    .innerJoin('userSessions', 'userSessions.id', 'userSessionClients.userSessionId')
    .innerJoin('users', 'users.id', 'userSessions.userId')
    .select('userSessions.id')
    .where('userSessionClients.clientId', '=', clientId)
    .where('userSessions.lastAccessed', '>=', idleSince)
    .where('userSessions.started', '>=', startedSince)
    .where((eb) =>
      eb.or([
        eb('userSessions.authStateGeneration', '=', eb.ref('users.authStateGeneration')),
        eb('userSessions.authStateGeneration', '=', terminating),
      ]),
    )
}

/** Lists of sessions that are usable by their age and their owner's credentials. */
export function liveSessions(queries: Queries) {
  return {
    /** Makes a session unusable but keeps it in the lists: see `terminating`. */
    markTerminating: (id: number): Promise<number> =>
      updatedRows(
        queries
          .updateTable('userSessions')
          .set({ authStateGeneration: terminating, updatedAt: rowTime() })
          .where('id', '=', id),
      ),

    countLiveOfClient: (clientId: number, since: LiveSince): Promise<number> =>
      countUpTo(queries, liveOfClient(queries, clientId, since), Number.MAX_SAFE_INTEGER),
  }
}

/** The same with what administrative work asks by the Prisma client. */
export function adminLiveSessions(db: Db, queries: Queries) {
  const base = liveSessions(queries)
  return {
    ...base,
    /**
     * A user's live sessions, last used first.
     * @param idleSince earliest time of last use
     * @param startedSince earliest start
     * @param generation of the user's credentials; absent: sessions of every generation
     */
    listLive: async (
      userId: number,
      idleSince: Date,
      startedSince: Date,
      generation?: number,
    ): Promise<ListedSession[]> =>
      withClientsInOrder(
        await db.userSession.findMany({
          where: {
            userId,
            lastAccessed: { gte: idleSince },
            started: { gte: startedSince },
            ...(generation === undefined
              ? {}
              : { authStateGeneration: { in: [generation, terminating] } }),
          },
          include: withClients,
          orderBy: [{ lastAccessed: 'desc' }, { id: 'desc' }],
        }),
      ),

    /** One page of a client's live sessions, last used first. */
    async listLiveOfClient(
      clientId: number,
      since: LiveSince,
      { page, size }: { readonly page: number; readonly size: number },
    ): Promise<ClientSession[]> {
      const found = await liveOfClient(queries, clientId, since)
        .orderBy('userSessions.lastAccessed', 'desc')
        .orderBy('userSessions.id', 'desc')
        .limit(size)
        .offset(skipBefore(page, size))
        .execute()
      const ids = found.map(({ id }) => id)
      const rows = await db.userSession.findMany({
        where: { id: { in: ids } },
        include: withNamedOwner,
      })
      return withClientsInOrder(inOrderOf(ids, rows))
    },
  }
}

/** Sorts the clients of each session by their first use. */
function withClientsInOrder<Session extends ListedSession>(sessions: Session[]): Session[] {
  for (const { clients } of sessions) clients.sort((a, b) => a.id - b.id)
  return sessions
}

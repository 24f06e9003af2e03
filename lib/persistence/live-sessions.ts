import type { Db } from './client.ts'
import { countUpTo, updatedRows } from './database/results.ts'
import { rowTime } from './database/row-time.ts'
import type { Queries } from './database/tables.ts'
import type { Prisma } from './generated/sqlite/client.ts'
import { inOrderOf, skipBefore } from './paging.ts'

/** In no order (see `withClientsInOrder`): sorted, they cannot be read for more sessions than a statement takes ids. */
const withClients = {
  user: { select: { otpConfigGeneration: true } },
  clients: { select: { id: true, client: { select: { clientIdentifier: true } } } },
} as const

/** A session as lists show it. */
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

/** A session of a client, with as much of its owner as a client's administrator may see. */
export type ClientSession = Prisma.UserSessionGetPayload<{ include: typeof withNamedOwner }>

/** Which sessions are live: last used and started not before these moments. */
interface LiveSince {
  readonly idleSince: Date
  readonly startedSince: Date
}

/**
 * The generation of credentials, which no user has, of a session that is being ended: it can be used no more, and is
 * listed so that whoever finds it there, as something failed, can end it again.
 */
const terminating = -1

/** Sessions of a client; of those that credentials of now do not carry only the ones that are being ended. */
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

/** Lists of sessions that may be used now by their age and by the credentials of their owners. */
export function liveSessions(db: Db, queries: Queries) {
  return {
    /**
     * A user's live sessions, the last used one first.
     * @param idleSince moment of last use that is just recent enough
     * @param startedSince moment of start that is just recent enough
     * @param generation of the user's credentials; absent: sessions of whatever generation
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

    /** Keeps a session from being used, and keeps it in the lists: see `terminating`. */
    markTerminating: (id: number): Promise<number> =>
      updatedRows(
        queries
          .updateTable('userSessions')
          .set({ authStateGeneration: terminating, updatedAt: rowTime() })
          .where('id', '=', id),
      ),

    /** One page of a client's live sessions, the last used one first. */
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

    countLiveOfClient: (clientId: number, since: LiveSince): Promise<number> =>
      countUpTo(queries, liveOfClient(queries, clientId, since), Number.MAX_SAFE_INTEGER),
  }
}

/** The clients of each session in the order in which it was first used for them. */
function withClientsInOrder<Session extends ListedSession>(sessions: Session[]): Session[] {
  for (const { clients } of sessions) clients.sort((a, b) => a.id - b.id)
  return sessions
}

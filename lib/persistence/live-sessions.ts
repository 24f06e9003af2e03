import type { Db } from './client.ts'
import type { Direct } from './direct.ts'
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
const beingEnded = -1

/** Sessions of a client; of those that credentials of now do not carry only the ones that are being ended. */
const liveOfClient = `FROM "user_session_clients"
  JOIN "user_sessions" ON "user_sessions"."id" = "user_session_clients"."user_session_id"
  JOIN "users" ON "users"."id" = "user_sessions"."user_id"
  WHERE "user_session_clients"."client_id" = ?
    AND "user_sessions"."last_accessed" >= ? AND "user_sessions"."started" >= ?
    AND "user_sessions"."auth_state_generation" IN ("users"."auth_state_generation", ${beingEnded})`

/** Lists of sessions that may be used now by their age and by the credentials of their owners. */
export function liveSessions(db: Db, sql: Direct) {
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
              : { authStateGeneration: { in: [generation, beingEnded] } }),
          },
          include: withClients,
          orderBy: [{ lastAccessed: 'desc' }, { id: 'desc' }],
        }),
      ),

    /** Keeps a session from being used, and keeps it in the lists: see `beingEnded`. */
    makeUseless: (id: number): Promise<number> =>
      sql.change('UserSession', { authStateGeneration: beingEnded }, 'WHERE "id" = ?', id),

    /** One page of a client's live sessions, the last used one first. */
    async listLiveOfClient(
      clientId: number,
      { idleSince, startedSince }: LiveSince,
      { page, size }: { readonly page: number; readonly size: number },
    ): Promise<ClientSession[]> {
      const found = await sql.joined(
        [['UserSession', 'id']],
        `${liveOfClient} ORDER BY "user_sessions"."last_accessed" DESC, "user_sessions"."id" DESC
          LIMIT ? OFFSET ?`,
        clientId,
        idleSince,
        startedSince,
        size,
        skipBefore(page, size),
      )
      const ids = found.flatMap(([session]) => session?.id ?? [])
      const rows = await db.userSession.findMany({
        where: { id: { in: ids } },
        include: withNamedOwner,
      })
      return withClientsInOrder(inOrderOf(ids, rows))
    },

    countLiveOfClient: (
      clientId: number,
      { idleSince, startedSince }: LiveSince,
    ): Promise<number> =>
      sql.count(liveOfClient, Number.MAX_SAFE_INTEGER, clientId, idleSince, startedSince),
  }
}

/** The clients of each session in the order in which it was first used for them. */
function withClientsInOrder<Session extends ListedSession>(sessions: Session[]): Session[] {
  for (const { clients } of sessions) clients.sort((a, b) => a.id - b.id)
  return sessions
}

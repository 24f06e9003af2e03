import type { AdminSource } from '../database/sources.ts'
import type { Row } from '../database/tables.ts'
import { inOrderOf, skipBefore } from '../search/paging.ts'
import type { UserRecord } from '../users/users.ts'
import { type ActiveSince, activeOfClient, terminating } from './active-session-rows.ts'
import type { SessionWithOwner } from './admin-sessions.ts'
import type { SessionRecord } from './sessions.ts'

/** A session for lists. */
export type ListedSession = SessionWithOwner & { readonly clients: ClientOfSession[] }

/** A session of a client, with the owner's data that the client's administrators may see. */
export type ClientSession = SessionRecord & {
  readonly user: Pick<UserRecord, keyof typeof namedOwner>
  readonly clients: ClientOfSession[]
}

interface ClientOfSession {
  readonly id: number
  readonly client: Pick<Row<'clients'>, 'id' | 'clientIdentifier'>
}

/** Unsorted: a sorted query cannot be split when it has more session ids than a statement takes. */
const clients = {
  select: { id: true, client: { select: { id: true, clientIdentifier: true } } },
} as const

const namedOwner = {
  otpConfigGeneration: true,
  id: true,
  email: true,
  givenName: true,
  middleName: true,
  familyName: true,
} as const

/**
 * A user's active sessions, last used first.
 * @param generation of the user's credentials; absent: sessions of every generation
 */
export async function listActive(
  { db }: AdminSource,
  userId: number,
  { idleSince, startedSince }: ActiveSince,
  generation?: number,
): Promise<ListedSession[]> {
  return inOrderOfUse(
    await db.userSession.findMany({
      where: {
        userId,
        lastAccessed: { gte: idleSince },
        started: { gte: startedSince },
        ...(generation === undefined
          ? {}
          : { authStateGeneration: { in: [generation, terminating] } }),
      },
      include: { clients, user: { select: { otpConfigGeneration: true } } },
      orderBy: [{ lastAccessed: 'desc' }, { id: 'desc' }],
    }),
  )
}

/** One page of a client's active sessions, last used first. */
export async function listActiveOfClient(
  { db, queries }: AdminSource,
  clientId: number,
  since: ActiveSince,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<ClientSession[]> {
  const found = await activeOfClient(queries, clientId, since)
    .orderBy('userSessions.lastAccessed', 'desc')
    .orderBy('userSessions.id', 'desc')
    .limit(size)
    .offset(skipBefore(page, size))
    .execute()
  const ids = found.map(({ id }) => id)
  const rows = await db.userSession.findMany({
    where: { id: { in: ids } },
    include: { clients, user: { select: namedOwner } },
  })
  return inOrderOfUse(inOrderOf(ids, rows))
}

/** Sorts the clients of each session by their first use. */
function inOrderOfUse<Session extends Pick<ListedSession, 'clients'>>(
  sessions: Session[],
): Session[] {
  for (const { clients } of sessions) clients.sort((a, b) => a.id - b.id)
  return sessions
}

import type { Queries } from '../database/tables.ts'

/** A client to notify of an end: `sid` of the session, or '' for all sessions of the user. */
export interface ToldClient {
  readonly clientId: number
  readonly subject: string
  readonly sessionIdentifier: string
}

/** The ending sessions: one session, or those of a user except one. */
export type EndingSessions =
  | { readonly id: number }
  | { readonly userId: number; readonly except: number | null }

/**
 * The clients of these sessions that are enabled and have an address for notifications. Clients of earlier sessions
 * that these replaced are included, with the `sid` that they know.
 */
export async function clientsOfSessions(
  queries: Queries,
  of: EndingSessions,
): Promise<ToldClient[]> {
  const own = sessionsOf(queries, of)
    .innerJoin('userSessionClients', 'userSessionClients.userSessionId', 'userSessions.id')
    .innerJoin('clients', 'clients.id', 'userSessionClients.clientId')
    .select(['clients.id as clientId', 'users.subject', 'userSessions.sessionIdentifier'])
    .where('clients.enabled', '=', true)
    .where('clients.backchannelLogoutUri', '<>', '')
  const inherited = sessionsOf(queries, of)
    .innerJoin(
      'inheritedSessionClients',
      'inheritedSessionClients.userSessionId',
      'userSessions.id',
    )
    .innerJoin('clients', 'clients.id', 'inheritedSessionClients.clientId')
    .select(['clients.id as clientId', 'users.subject'])
    .select('inheritedSessionClients.sessionIdentifier')
    .where('clients.enabled', '=', true)
    .where('clients.backchannelLogoutUri', '<>', '')
  return [...(await own.execute()), ...(await inherited.execute())]
}

/**
 * The clients that a user may still be signed in to: those of sessions that ended unnoticed, and those with an active
 * grant. Only enabled clients with an address.
 * @param since sessions that ended before are left out
 */
export async function clientsOfAccount(
  queries: Queries,
  userId: number,
  since: Date,
  now: Date,
): Promise<ToldClient[]> {
  const untold = queries
    .selectFrom('untoldSignIns')
    .innerJoin('users', 'users.id', 'untoldSignIns.userId')
    .innerJoin('clients', 'clients.id', 'untoldSignIns.clientId')
    .select(['clients.id as clientId', 'users.subject'])
    .where('untoldSignIns.userId', '=', userId)
    .where('untoldSignIns.createdAt', '>', since)
    .where('clients.enabled', '=', true)
    .where('clients.backchannelLogoutUri', '<>', '')
  const granted = queries
    .selectFrom('grants')
    .innerJoin('users', 'users.id', 'grants.userId')
    .innerJoin('clients', 'clients.id', 'grants.clientId')
    .select(['clients.id as clientId', 'users.subject'])
    .distinct()
    .where('grants.userId', '=', userId)
    .where('grants.revokedAt', 'is', null)
    .where('grants.expiresAt', '>', now)
    .where('clients.enabled', '=', true)
    .where('clients.backchannelLogoutUri', '<>', '')
  const found = [...(await untold.execute()), ...(await granted.execute())]
  const once = new Map(found.map((told) => [told.clientId, told]))
  return [...once.values()].map((told) => ({ ...told, sessionIdentifier: '' }))
}

/** A client that knows an earlier session, which another one of the same browser replaced. */
export async function clientOfEarlier(
  queries: Queries,
  sessionIdentifier: string,
  clientId: number,
): Promise<ToldClient | null> {
  const found = await queries
    .selectFrom('inheritedSessionClients')
    .innerJoin('userSessions', 'userSessions.id', 'inheritedSessionClients.userSessionId')
    .innerJoin('users', 'users.id', 'userSessions.userId')
    .select('users.subject')
    .where('inheritedSessionClients.sessionIdentifier', '=', sessionIdentifier)
    .where('inheritedSessionClients.clientId', '=', clientId)
    .executeTakeFirst()
  return found ? { clientId, subject: found.subject, sessionIdentifier } : null
}

function sessionsOf(queries: Queries, of: EndingSessions) {
  const sessions = queries
    .selectFrom('userSessions')
    .innerJoin('users', 'users.id', 'userSessions.userId')
  if ('id' in of) return sessions.where('userSessions.id', '=', of.id)
  const theirs = sessions.where('userSessions.userId', '=', of.userId)
  return of.except === null ? theirs : theirs.where('userSessions.id', '<>', of.except)
}

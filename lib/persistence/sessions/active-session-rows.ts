import type { Queries } from '../database/tables.ts'

/** Bounds of an active session. */
export interface ActiveSince {
  /** A session last used before this time has been idle for too long. */
  readonly idleSince: Date
  /** A session started before this time is past its lifetime. */
  readonly startedSince: Date
}

/**
 * A credential generation that no user has. It marks a session that is being terminated: the session cannot be used.
 * Lists still show it, so that the termination can be repeated after a failure.
 */
export const terminating = -1

/** Active sessions of a client. Sessions of older credentials count only while they are being terminated. */
export function activeOfClient(
  queries: Queries,
  clientId: number,
  { idleSince, startedSince }: ActiveSince,
) {
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

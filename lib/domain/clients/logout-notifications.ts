import { singleton } from '#lib/base/concurrency/singleton.ts'
import { addSeconds, daySeconds } from '#lib/base/time/clock.ts'
import type { AdminTx, Tx } from '#lib/context.ts'
import type { InheritedClient } from '#lib/persistence/sessions/inherited-clients.ts'
import type { EndingSessions, ToldClient } from '#lib/persistence/sessions/told-clients.ts'
import type { SessionRecord } from '#lib/persistence/store.ts'
import { protocolFeatures } from '../settings/protocol-features.ts'

/** How long the server tries to reach a client. */
const giveUpSeconds = daySeconds
/** How long clients of a session that ended unnoticed are stored. */
export const untoldDays = 30
/** The largest number of clients that a session inherits from those that it replaces. */
const maxInherited = 100

/**
 * Writes a notification for every client of ending sessions (OpenID Connect Back-Channel Logout 1.0). Call it in the
 * transaction that ends the sessions, before their rows are removed. `lib/logout-dispatcher.ts` sends the notifications
 * later.
 */
export async function notifyClients(tx: Tx, of: EndingSessions): Promise<void> {
  if (!protocolFeatures(tx).backchannelLogout) return
  await tell(tx, await tx.store.logoutNotifications.clientsOfSessions(of))
}

/** Notifies one client, which leaves the session. */
export async function notifyClient(
  tx: Tx,
  { userId, sessionIdentifier }: Pick<SessionRecord, 'userId' | 'sessionIdentifier'>,
  { id: clientId, enabled, backchannelLogoutUri }: LeavingClient,
): Promise<void> {
  if (!protocolFeatures(tx).backchannelLogout || !enabled || backchannelLogoutUri === '') return
  const user = await tx.store.users.findById(userId)
  if (user) await tell(tx, [{ clientId, subject: user.subject, sessionIdentifier }])
}

/** Notifies one client, which leaves an earlier session that another one replaced. */
export async function notifyClientOfEarlier(
  tx: Tx,
  sessionIdentifier: string,
  { id, enabled, backchannelLogoutUri }: LeavingClient,
): Promise<void> {
  const told = await tx.store.logoutNotifications.clientOfEarlier(sessionIdentifier, id)
  if (!told) return
  await tx.store.sessions.removeInheritedClient(told)
  if (!protocolFeatures(tx).backchannelLogout || !enabled || backchannelLogoutUri === '') return
  await tell(tx, [told])
}

interface LeavingClient {
  readonly id: number
  readonly enabled: boolean
  readonly backchannelLogoutUri: string
}

/**
 * Like `notifyClients`, for all sessions of an account that is closed or whose credentials were replaced. Clients
 * without a session here are notified by the subject alone, because their own sessions may outlive those of this
 * server.
 */
export async function notifyClientsOfAccount(tx: AdminTx, userId: number): Promise<void> {
  if (!protocolFeatures(tx).backchannelLogout) return
  const store = tx.store.logoutNotifications
  const ofSessions = await store.clientsOfSessions({ userId, except: null })
  const since = addSeconds(tx.now, -untoldDays * daySeconds)
  const others = await store.clientsOfAccount(userId, since, tx.now)
  const known = new Set(ofSessions.map(({ clientId }) => clientId))
  await tell(tx, [...ofSessions, ...others.filter(({ clientId }) => !known.has(clientId))])
  await store.removeUntoldOf(userId)
}

/** Removes the notification to a client that signs in again to the session that it was signed out of. */
export async function cancelNotification(
  tx: Tx,
  sessionIdentifier: string,
  { id, backchannelLogoutUri }: Pick<LeavingClient, 'id' | 'backchannelLogoutUri'>,
): Promise<void> {
  if (backchannelLogoutUri === '') return
  await tx.store.logoutNotifications.cancel(sessionIdentifier, id)
}

/** The clients that a session passes on to its successor. */
export function inheritableClients(
  tx: Tx,
  session: SessionRecord,
): Promise<readonly InheritedClient[]> {
  return protocolFeatures(tx).backchannelLogout
    ? tx.store.sessions.inheritableClients(session, maxInherited)
    : Promise.resolve([])
}

async function tell(tx: Tx, told: readonly ToldClient[]): Promise<void> {
  if (told.length === 0) return
  await tx.store.logoutNotifications.add(told, tx.now, addSeconds(tx.now, giveUpSeconds))
  tx.afterCommit(() => listeners().forEach((listener) => void listener()))
}

/** Calls the listener after each commit that wrote notifications in this process, until the returned function is called. */
export function onLogoutNotification(listener: () => void): () => void {
  listeners().add(listener)
  return () => listeners().delete(listener)
}

function listeners(): Set<() => void> {
  return singleton('logout-notification-listeners', () => new Set())
}

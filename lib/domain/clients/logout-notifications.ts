import { singleton } from '#lib/base/concurrency/singleton.ts'
import { addSeconds, daySeconds } from '#lib/base/time/clock.ts'
import type { AdminTx, Tx } from '#lib/context.ts'
import type { InheritedClient } from '#lib/persistence/sessions/inherited-clients.ts'
import type { EndingSessions, ToldClient } from '#lib/persistence/sessions/told-clients.ts'
import type { SessionRecord } from '#lib/persistence/store.ts'
import { protocolFeatures } from '../settings/protocol-features.ts'

/** How long a client is tried to be reached. */
const giveUpSeconds = daySeconds
/** How long the clients of a session that ended unnoticed are remembered. */
export const untoldDays = 30
/** Clients that a session inherits from those that it replaces. */
const maxInherited = 100

/**
 * Writes a notification for every client of ending sessions (OpenID Connect Back-Channel Logout 1.0). Called in the
 * transaction that ends them, before their rows go. Nothing is sent there: `lib/logout-dispatcher.ts` sends later.
 */
export async function notifyClients(tx: Tx, of: EndingSessions): Promise<void> {
  if (!protocolFeatures(tx).backchannelLogout) return
  await tell(tx, await tx.store.logoutNotifications.clientsOfSessions(of))
}

/** Tells one client alone, which leaves the session. */
export async function notifyClient(
  tx: Tx,
  { userId, sessionIdentifier }: Pick<SessionRecord, 'userId' | 'sessionIdentifier'>,
  { id: clientId, enabled, backchannelLogoutUri }: LeavingClient,
): Promise<void> {
  if (!protocolFeatures(tx).backchannelLogout || !enabled || backchannelLogoutUri === '') return
  const user = await tx.store.users.findById(userId)
  if (user) await tell(tx, [{ clientId, subject: user.subject, sessionIdentifier }])
}

/** Tells one client alone, which leaves an earlier session that another one replaced. */
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
 * As `notifyClients` for all sessions of an account that is closed or whose credentials were replaced. Clients that no
 * session knows any more are told by the subject alone: their own sessions may outlive those of this server.
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

/** A client that signs in to a session again is not told any more that it was signed out of it. */
export async function cancelNotification(
  tx: Tx,
  sessionIdentifier: string,
  { id, backchannelLogoutUri }: Pick<LeavingClient, 'id' | 'backchannelLogoutUri'>,
): Promise<void> {
  if (backchannelLogoutUri === '') return
  await tx.store.logoutNotifications.cancel(sessionIdentifier, id)
}

/** The clients that a session hands on to the one that takes its place. */
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

import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { browserHashes } from '#lib/base/network/browser-cookie.ts'
import type { SignInCookies } from '#lib/base/network/incoming.ts'
import { type AdminTx, adminTransaction, type Context } from '#lib/context.ts'
import { audit, auditRefusal } from '#lib/domain/audit/audit.ts'
import {
  notifyClient,
  notifyClientOfEarlier,
  notifyClients,
} from '#lib/domain/clients/logout-notifications.ts'
import { denyDevices, removeSession } from '#lib/domain/sessions/session-end.ts'
import type { SessionRecord } from '#lib/persistence/store.ts'
import type { ConfirmedHint } from './hint.ts'

/**
 * Removes the hint's client from the session, and ends the session with its last client. The session's row is
 * locked first: when two clients leave at once, the second one then sees that it is the last. No token is revoked:
 * session-bound tokens end with the session, and offline tokens stay active.
 */
export async function leaveSession(
  ctx: Context,
  { client, sessionIdentifier }: ConfirmedHint,
  cookies: SignInCookies,
): Promise<void> {
  await adminTransaction(ctx, async (tx) => {
    const session = await tx.store.sessions.lock(sessionIdentifier)
    await dropInteractions(tx, cookies)
    if (!session) return notifyClientOfEarlier(tx, sessionIdentifier, client)
    if (!(await tx.store.sessions.removeClient(session.id, client.id))) return
    await notifyClient(tx, session, client)
    const owner = await subjectOf(tx, session)
    audit(tx, 'deleted_user_session_client', {
      userId: session.userId,
      userSessionId: session.id,
      clientId: client.id,
      loggedInUser: owner,
    })
    if ((await tx.store.sessions.countClients(session.id)) > 0) return
    await notifyClients(tx, session)
    await tx.store.sessions.remove(session.id)
    await denyDevices(tx, session)
    auditLogout(tx, session, owner)
  })
}

/**
 * Ends the browser's whole session. The `logout` entry is written even without a session. It then records no change
 * and can be caused anonymously, so it counts as a refusal does.
 */
export async function endBrowserSession(ctx: Context, cookies: SignInCookies): Promise<void> {
  const hadSession = await adminTransaction(ctx, async (tx) => {
    const found = await findBrowserSession(tx, cookies)
    // A client that signs in at this moment is waited for, so that it learns of the end, too.
    const session = found && (await tx.store.sessions.lock(found.sessionIdentifier))
    const owner = session ? await subjectOf(tx, session) : ''
    if (session) await removeSession(tx, session, owner, 'clients')
    await dropInteractions(tx, cookies)
    if (!session) return false
    auditLogout(tx, session, owner)
    return true
  })
  if (!hadSession) await auditRefusal(ctx, 'logout', logoutDetails(null, ''))
}

/** The session of the browser's cookie, even if it has expired. */
export async function findBrowserSession(
  ctx: Context,
  cookies: SignInCookies,
): Promise<SessionRecord | null> {
  return cookies.session === null
    ? null
    : ctx.store.sessions.findByCookieHash(sha256Hex(cookies.session))
}

async function dropInteractions(tx: AdminTx, cookies: SignInCookies): Promise<void> {
  await tx.store.interactions.removeOfBrowser(browserHashes(cookies.browser))
}

async function subjectOf(tx: AdminTx, session: SessionRecord): Promise<string> {
  return (await tx.store.users.findById(session.userId))?.subject ?? ''
}

function auditLogout(tx: AdminTx, session: SessionRecord, loggedInUser: string): void {
  audit(tx, 'logout', logoutDetails(session, loggedInUser))
}

function logoutDetails(session: SessionRecord | null, loggedInUser: string) {
  return {
    userId: session?.userId ?? 0,
    sessionIdentifier: session?.sessionIdentifier ?? '',
    loggedInUser,
  }
}

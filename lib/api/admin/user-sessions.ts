import * as contract from '#lib/api/contract/admin/user-sessions.ts'
import { operation } from '#lib/api/operation.ts'
import { sessionDetailsToWire, sessionToWire } from '#lib/api/wire/sessions.ts'
import { adminTransaction } from '#lib/context.ts'
import { guardUser } from '#lib/domain/permissions/administrators.ts'
import { actorOf } from '#lib/domain/permissions/caller.ts'
import {
  endSessionWithAll,
  findSession,
  findSessionById,
  listActiveSessions,
  setSecondFactorDue,
} from '#lib/domain/sessions/user-sessions.ts'
import { findUser } from '#lib/domain/users/users.ts'

/** The active sessions of a user, most recently used first. */
export const listUserSessions = operation(
  contract.listUserSessions,
  async (ctx, { caller, params }) => {
    const user = await findUser(ctx, params.id)
    const sessions = await listActiveSessions(ctx, user)
    return { sessions: sessions.map((session) => sessionDetailsToWire(session, caller)) }
  },
)

/** One session, active or not. */
export const getUserSession = operation(contract.getUserSession, async (ctx, { params }) => ({
  session: sessionToWire(await findSession(ctx, params.sessionIdentifier)),
}))

/** Sets whether a session must repeat its second factor, the only mutable property of a session. */
export const updateUserSession = operation(contract.updateUserSession, async (ctx, input) => {
  const { authorized, params } = input
  const { level2AuthConfigHasChanged } = input.body()
  const session = await findSession(ctx, params.sessionIdentifier)
  const allowed = await guardUser(ctx, authorized, session.userId)
  const changed = await adminTransaction(allowed, (tx) =>
    setSecondFactorDue(tx, params.sessionIdentifier, level2AuthConfigHasChanged ?? null),
  )
  return { session: sessionToWire(changed) }
})

/** Ends a session and every token issued from it. */
export const deleteUserSession = operation(
  contract.deleteUserSession,
  async (ctx, { caller, authorized, params }) => {
    const session = await findSessionById(ctx, params.id)
    const allowed = await guardUser(ctx, authorized, session.userId)
    await endSessionWithAll(allowed, session, actorOf(caller))
    return { success: true }
  },
)

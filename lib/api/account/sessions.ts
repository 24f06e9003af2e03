import * as contract from '#lib/api/contract/account/sessions.ts'
import { operation } from '#lib/api/operation.ts'
import { sessionDetailsToWire } from '#lib/api/wire/sessions.ts'
import { requireUser } from '#lib/domain/caller.ts'
import { endSessionWithAll, findSessionById, listLiveSessions } from '#lib/domain/user-sessions.ts'
import { refuse } from '#lib/kernel/errors.ts'

/** The live sessions of the user who asks, the last used one first. */
export const listOwnSessions = operation(contract.listOwnSessions, async (ctx, { caller }) => {
  const { user } = requireUser(caller)
  const sessions = await listLiveSessions(ctx, user)
  return { sessions: sessions.map((session) => sessionDetailsToWire(session, caller)) }
})

/** Ends a session with every token that came from it; the session that asks may be ended too. */
export const deleteOwnSession = operation(
  contract.deleteOwnSession,
  async (ctx, { caller, params }) => {
    const { user } = requireUser(caller)
    const session = await findSessionById(ctx, params.id)
    if (session.userId !== user.id) throw refuse('FORBIDDEN')
    await endSessionWithAll(ctx, session, user.subject)
    return { success: true }
  },
)

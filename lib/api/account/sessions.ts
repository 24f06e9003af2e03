import * as contract from '#lib/api/contract/account/sessions.ts'
import { operation } from '#lib/api/operation.ts'
import { sessionDetailsToWire } from '#lib/api/wire/sessions.ts'
import { transaction } from '#lib/context.ts'
import { requireUser } from '#lib/domain/caller.ts'
import { endSession, findSessionById, listLiveSessions } from '#lib/domain/user-sessions.ts'
import { refuse } from '#lib/kernel/errors.ts'

/** The live sessions of the user who asks, the last used one first. */
export const listOwnSessions = operation(contract.listOwnSessions, async (ctx, { caller }) => {
  const { user } = requireUser(caller)
  const sessions = await listLiveSessions(ctx, user.id)
  const usable = sessions.filter((one) => one.authStateGeneration === user.authStateGeneration)
  return { sessions: usable.map((session) => sessionDetailsToWire(session, caller)) }
})

/** Ends a session with every token that came from it; the session that asks may be ended too. */
export const deleteOwnSession = operation(
  contract.deleteOwnSession,
  async (ctx, { caller, params }) => {
    const { user } = requireUser(caller)
    const session = await findSessionById(ctx, params.id)
    if (session.userId !== user.id) throw refuse('FORBIDDEN')
    await transaction(ctx, (tx) => endSession(tx, session, user.subject))
    return { success: true }
  },
)

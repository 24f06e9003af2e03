import { refuse } from '#lib/answers/refusal.ts'
import * as contract from '#lib/api/contract/account/sessions.ts'
import { operation } from '#lib/api/operation.ts'
import { applicationToWire } from '#lib/api/wire/applications.ts'
import { sessionDetailsToWire } from '#lib/api/wire/sessions.ts'
import { shownClients } from '#lib/domain/clients/shown-client.ts'
import { requireUser } from '#lib/domain/permissions/caller.ts'
import {
  endSessionWithAll,
  findSessionById,
  listActiveSessions,
} from '#lib/domain/sessions/user-sessions.ts'

/** Active sessions of the calling user, most recently used first. */
export const listOwnSessions = operation(contract.listOwnSessions, async (ctx, { caller }) => {
  const { user } = requireUser(caller)
  const sessions = await listActiveSessions(ctx, user)
  const ids = sessions.flatMap(({ clients }) => clients.map(({ client }) => client.id))
  const shown = await shownClients(ctx, ids)
  return {
    sessions: sessions.map((session) => ({
      ...sessionDetailsToWire(session, caller),
      applications: session.clients
        .flatMap(({ client }) => shown.get(client.id) ?? [])
        .map(applicationToWire),
    })),
  }
})

/** Ends a session and every token issued from it; the calling session is allowed. */
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

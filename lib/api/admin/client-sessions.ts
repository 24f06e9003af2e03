import * as contract from '#lib/api/contract/admin/client-sessions.ts'
import { operation } from '#lib/api/operation.ts'
import { sessionDetailsToWire } from '#lib/api/wire/sessions.ts'
import { findClient } from '#lib/domain/clients/clients.ts'
import { activeSince } from '#lib/domain/sessions/session-limits.ts'

/** The active sessions of a client with their owners, most recently used first. */
export const getClientSessions = operation(
  contract.getClientSessions,
  async (ctx, { caller, params, query }) => {
    const client = await findClient(ctx, params.id)
    const { id } = client
    const since = activeSince(ctx, client)
    const [sessions, total] = await Promise.all([
      ctx.store.sessions.listActiveOfClient(id, since, query),
      ctx.store.sessions.countActiveOfClient(id, since),
    ])
    const owners = new Map(sessions.map(({ user }) => [user.id, user]))
    return {
      sessions: sessions.map((session) => sessionDetailsToWire(session, caller)),
      users: [...owners.values()],
      total,
      ...query,
    }
  },
)

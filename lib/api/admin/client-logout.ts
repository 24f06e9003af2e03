import * as contract from '#lib/api/contract/admin/client-logout.ts'
import { operation } from '#lib/api/operation.ts'
import { adminTransaction } from '#lib/context.ts'
import { saveLogoutUri } from '#lib/domain/clients/client-logout.ts'
import { findClient } from '#lib/domain/clients/clients.ts'
import { guardClient } from '#lib/domain/permissions/administrators.ts'
import { actorOf } from '#lib/domain/permissions/caller.ts'

export const getClientLogout = operation(contract.getClientLogout, async (ctx, { params }) => {
  const { backchannelLogoutUri } = await findClient(ctx, params.id)
  return { backchannelLogoutUri }
})

export const updateClientLogout = operation(contract.updateClientLogout, async (ctx, input) => {
  const { caller, authorized, params } = input
  const client = await findClient(ctx, params.id)
  const { backchannelLogoutUri: sent } = input.body()
  const allowed = await guardClient(ctx, authorized, client)
  const backchannelLogoutUri = await adminTransaction(allowed, (tx) =>
    saveLogoutUri(tx, client.id, sent, actorOf(caller)),
  )
  return { backchannelLogoutUri }
})

export const listClientLogoutNotifications = operation(
  contract.listClientLogoutNotifications,
  async (ctx, { params, query }) => {
    const { id } = await findClient(ctx, params.id)
    const { page, size } = query
    const [rows, total] = await Promise.all([
      ctx.store.logoutNotifications.listOf(id, page, size),
      ctx.store.logoutNotifications.countOf(id),
    ])
    const notifications = rows.map((row) => ({
      id: row.id,
      createdAt: row.createdAt.toISOString(),
      state: row.state === 'failed' ? ('failed' as const) : ('pending' as const),
      attempts: row.attempts,
      nextAttemptAt: row.nextAttemptAt.toISOString(),
      giveUpAt: row.giveUpAt.toISOString(),
      lastOutcome: row.lastOutcome,
      lastStatus: row.lastStatus,
      subject: row.subject,
    }))
    return { notifications, total, page, size }
  },
)

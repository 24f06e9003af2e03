import * as contract from '#lib/api/contract/admin/client-restrictions.ts'
import { operation } from '#lib/api/operation.ts'
import { adminTransaction } from '#lib/context.ts'
import {
  checkAllowedScopes,
  checkConsoleRequests,
  type Restrictions,
  saveRestrictions,
} from '#lib/domain/clients/client-restrictions.ts'
import { findClient } from '#lib/domain/clients/clients.ts'
import { guardClient } from '#lib/domain/permissions/administrators.ts'
import { actorOf } from '#lib/domain/permissions/caller.ts'
import { readScopeList } from '#lib/domain/permissions/scope-lists.ts'

export const getClientRestrictions = operation(
  contract.getClientRestrictions,
  async (ctx, { params }) => {
    return toWire(await findClient(ctx, params.id))
  },
)

export const updateClientRestrictions = operation(
  contract.updateClientRestrictions,
  async (ctx, input) => {
    const { caller, authorized, params } = input
    const client = await findClient(ctx, params.id)
    const { allowedScopes: sent, expectedAllowedScopes: expected, ...others } = input.body()
    const allowedScopes = await checkAllowedScopes(ctx, client, sent)
    checkConsoleRequests(client, others)
    const allowed = await guardClient(ctx, authorized, client)
    const save = { allowedScopes, expected, ...others }
    return toWire(
      await adminTransaction(allowed, (tx) =>
        saveRestrictions(tx, client.id, save, actorOf(caller)),
      ),
    )
  },
)

function toWire({
  allowedScopes: stored,
  pushedRequestsRequired,
  dpopRequired,
  deviceGrantEnabled,
}: Restrictions) {
  const allowedScopes = readScopeList(stored)
  return {
    allowedScopes: allowedScopes && [...allowedScopes],
    pushedRequestsRequired,
    dpopRequired,
    deviceGrantEnabled,
  }
}

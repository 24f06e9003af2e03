import * as contract from '#lib/api/contract/admin/client-permissions.ts'
import { operation } from '#lib/api/operation.ts'
import { clientToWire } from '#lib/api/wire/clients.ts'
import { permissionToWire } from '#lib/api/wire/permissions.ts'
import { adminTransaction } from '#lib/context.ts'
import {
  checkClientPermissions,
  guardClientPermissions,
  saveClientPermissions,
} from '#lib/domain/clients/client-permissions.ts'
import { findClient } from '#lib/domain/clients/clients.ts'

/** The permissions of a client, with the client itself but without its lists. */
export const getClientPermissions = operation(
  contract.getClientPermissions,
  async (ctx, { params }) => {
    const { redirectUris, webOrigins, ...client } = await findClient(ctx, params.id)
    const permissions = await ctx.store.permissionGrants.list({ kind: 'client', id: client.id })
    return { client: clientToWire(client), permissions: permissions.map(permissionToWire) }
  },
)

export const updateClientPermissions = operation(
  contract.updateClientPermissions,
  async (ctx, input) => {
    const { caller, authorized, params } = input
    const client = await findClient(ctx, params.id)
    const { permissionIds, expectedPermissionIds: expected } = input.body()
    const wanted = await checkClientPermissions(ctx, client, permissionIds)
    const save = { client, wanted, expected, caller }
    const allowed = await guardClientPermissions(ctx, authorized, save)
    await adminTransaction(allowed, (tx) => saveClientPermissions(tx, save))
    return { success: true }
  },
)

import * as contract from '#lib/api/contract/admin/client-introspection.ts'
import { operation } from '#lib/api/operation.ts'
import { adminTransaction } from '#lib/context.ts'
import {
  checkIntrospectedResources,
  guardIntrospection,
  saveIntrospection,
} from '#lib/domain/clients/client-introspection.ts'
import { findClient } from '#lib/domain/clients/clients.ts'
import { actorOf } from '#lib/domain/permissions/caller.ts'

export const getClientIntrospection = operation(
  contract.getClientIntrospection,
  async (ctx, { params }) => {
    const { id } = await findClient(ctx, params.id)
    return { resourceIds: await ctx.store.introspectionLinks.listOf(id) }
  },
)

export const updateClientIntrospection = operation(
  contract.updateClientIntrospection,
  async (ctx, input) => {
    const { caller, authorized, params } = input
    const client = await findClient(ctx, params.id)
    const { resourceIds, expectedResourceIds: expected } = input.body()
    const wanted = await checkIntrospectedResources(ctx, client, resourceIds)
    const save = { client, wanted, expected }
    const allowed = await guardIntrospection(ctx, authorized, save)
    const stored = await adminTransaction(allowed, (tx) =>
      saveIntrospection(tx, save, actorOf(caller)),
    )
    return { resourceIds: [...stored] }
  },
)

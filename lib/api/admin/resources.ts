import * as contract from '#lib/api/contract/admin/resources.ts'
import { operation } from '#lib/api/operation.ts'
import { resourceToWire } from '#lib/api/wire/resources.ts'
import { adminTransaction } from '#lib/context.ts'
import * as resources from '#lib/domain/resources/resources.ts'
import { refuseTaken } from '#lib/domain/values/identifiers.ts'
import { foundResources } from './resource-search.ts'

export const listResources = operation(contract.listResources, async (ctx) => ({
  resources: (await ctx.store.resources.list()).map(resourceToWire),
}))

export const searchResources = operation(contract.searchResources, async (ctx, { query }) => {
  const { page, size } = query
  return { ...(await foundResources(ctx, query)), page, size }
})

export const createResource = operation(contract.createResource, async (ctx, input) => {
  const fields = await resources.checkResource(ctx, input.body(), null)
  const resource = await adminTransaction(ctx, (tx) =>
    resources.createResource(tx, fields, input.caller),
  ).catch(refuseTaken('resourceIdentifier'))
  return { resource: resourceToWire(resource) }
})

export const getResource = operation(contract.getResource, async (ctx, { params }) => ({
  resource: resourceToWire(await resources.findResource(ctx, params.id)),
}))

export const updateResource = operation(contract.updateResource, async (ctx, input) => {
  const own = await resources.findResource(ctx, input.params.id)
  const fields = await resources.checkResource(ctx, input.body(), own)
  const resource = await adminTransaction(ctx, (tx) =>
    resources.updateResource(tx, own.id, fields, input.caller),
  ).catch(refuseTaken('resourceIdentifier'))
  return { resource: resourceToWire(resource) }
})

/** Deletes a resource with its permissions and every grant of them. */
export const deleteResource = operation(contract.deleteResource, async (ctx, input) => {
  const resource = await resources.findResource(ctx, input.params.id)
  resources.requireDeletable(resource)
  await adminTransaction(ctx, (tx) => resources.removeResource(tx, resource.id, input.caller))
  return { success: true }
})

import * as contract from '#lib/api/contract/admin/groups.ts'
import { operation } from '#lib/api/operation.ts'
import { groupToWire } from '#lib/api/wire/groups.ts'
import { adminTransaction, type Context } from '#lib/context.ts'
import * as groups from '#lib/domain/groups/groups.ts'
import { guardGroup } from '#lib/domain/permissions/administrators.ts'
import { findPermission } from '#lib/domain/permissions/permission-grants.ts'
import { refuseTaken } from '#lib/domain/values/identifiers.ts'
import { foundGroups } from './group-search.ts'

export const listGroups = operation(contract.listGroups, async (ctx) => ({
  groups: (await ctx.store.groups.list()).map(groupToWire),
}))

export const searchGroups = operation(contract.searchGroups, async (ctx, { query }) => {
  const { page, size, annotatePermissionId: permissionId } = query
  if (permissionId !== undefined) await findPermission(ctx, permissionId)
  const { groups: found, ...list } = await foundGroups(ctx, query)
  const ids = found.map((group) => group.id)
  const countOf = query.details ? await ctx.store.groups.permissionCounts(ids) : null
  const holding = permissionId === undefined ? null : await holders(ctx, ids, permissionId)
  return {
    groups: found.map((group) => ({
      ...groupToWire(group),
      ...(holding ? { hasPermission: holding.has(group.id) } : {}),
      ...(countOf ? { permissionCount: countOf(group.id) } : {}),
    })),
    ...list,
    page,
    size,
  }
})

export const createGroup = operation(contract.createGroup, async (ctx, input) => {
  const fields = await groups.checkGroup(ctx, input.body(), null)
  const group = await adminTransaction(ctx, (tx) =>
    groups.createGroup(tx, fields, input.caller),
  ).catch(refuseTaken('groupIdentifier'))
  return { group: groupToWire(group) }
})

export const getGroup = operation(contract.getGroup, async (ctx, { params }) => ({
  group: groupToWire(await groups.findCountedGroup(ctx, params.id)),
}))

export const updateGroup = operation(contract.updateGroup, async (ctx, input) => {
  const { caller, authorized } = input
  const { id } = await groups.findGroup(ctx, input.params.id)
  const fields = await groups.checkGroup(ctx, input.body(), id)
  const allowed = await guardGroup(ctx, authorized, id)
  const group = await adminTransaction(allowed, (tx) =>
    groups.updateGroup(tx, id, fields, caller),
  ).catch(refuseTaken('groupIdentifier'))
  return { group: groupToWire(group) }
})

/** Deletes a group and its dependents. */
export const deleteGroup = operation(
  contract.deleteGroup,
  async (ctx, { caller, authorized, params }) => {
    const { id } = await groups.findGroup(ctx, params.id)
    const allowed = await groups.guardGroupDeletion(ctx, authorized, id)
    await adminTransaction(allowed, (tx) => groups.removeGroup(tx, id, caller))
    return { success: true }
  },
)

async function holders(
  ctx: Context,
  groupIds: readonly number[],
  permissionId: number,
): Promise<ReadonlySet<number>> {
  const rows = await ctx.store.permissionGrants.groupsHolding(groupIds, [permissionId])
  return new Set(rows.map((row) => row.groupId))
}

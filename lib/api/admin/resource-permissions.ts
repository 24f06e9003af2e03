import * as contract from '#lib/api/contract/admin/resource-permissions.ts'
import { operation } from '#lib/api/operation.ts'
import { permissionToWire } from '#lib/api/wire/permissions.ts'
import { adminTransaction } from '#lib/context.ts'
import * as list from '#lib/domain/resources/resource-permissions.ts'
import { findResource } from '#lib/domain/resources/resources.ts'

export const listResourcePermissions = operation(
  contract.listResourcePermissions,
  async (ctx, { params }) => {
    const resource = await findResource(ctx, params.id)
    const permissions = await ctx.store.resources.permissionsOf(resource.id)
    return { permissions: permissions.map((one) => permissionToWire({ ...one, resource })) }
  },
)

/** Replaces the complete list of a resource's permissions. */
export const updateResourcePermissions = operation(
  contract.updateResourcePermissions,
  async (ctx, input) => {
    const { caller, authorized } = input
    const resource = await findResource(ctx, input.params.id)
    const { permissions, expectedPermissions } = input.body()
    const expected = list.requireExpectedPermissions(expectedPermissions)
    const wanted = await list.checkPermissionList(ctx, resource, permissions, expected)
    const save = { resource, wanted, expected, caller }
    const allowed = await list.guardDescriptions(ctx, authorized, save)
    await adminTransaction(allowed, (tx) => list.savePermissionList(tx, save)).catch(
      list.refuseAddedMeanwhile,
    )
    return { success: true }
  },
)

import * as contract from '#lib/api/contract/admin/permission-grants.ts'
import { operation } from '#lib/api/operation.ts'
import { groupToWire } from '#lib/api/wire/groups.ts'
import { permissionToWire } from '#lib/api/wire/permissions.ts'
import { userToWire } from '#lib/api/wire/users.ts'
import { adminTransaction, type Context } from '#lib/context.ts'
import { findCountedGroup, findGroup } from '#lib/domain/groups/groups.ts'
import type { AuthorizedOperation } from '#lib/domain/permissions/authorized-write.ts'
import * as grants from '#lib/domain/permissions/permission-grants.ts'
import { findUser } from '#lib/domain/users/users.ts'

/** Permissions granted to the user directly, ordered by id. */
export const getUserPermissions = operation(
  contract.getUserPermissions,
  async (ctx, { params }) => {
    const user = await findUser(ctx, params.id)
    const held = await ctx.store.permissionGrants.list({ kind: 'user', id: user.id })
    return { user: userToWire(user), permissions: held.map(permissionToWire) }
  },
)

/** Saves the permissions granted to the user directly. */
export const updateUserPermissions = operation(
  contract.updateUserPermissions,
  async (ctx, input) => {
    const { id } = await findUser(ctx, input.params.id)
    await save(ctx, input.authorized, { kind: 'user', id }, input.body())
    return { success: true }
  },
)

export const getGroupPermissions = operation(
  contract.getGroupPermissions,
  async (ctx, { params }) => {
    const group = await findCountedGroup(ctx, params.id)
    const held = await ctx.store.permissionGrants.list({ kind: 'group', id: group.id })
    return { group: groupToWire(group), permissions: held.map(permissionToWire) }
  },
)

export const updateGroupPermissions = operation(
  contract.updateGroupPermissions,
  async (ctx, input) => {
    const { id } = await findGroup(ctx, input.params.id)
    await save(ctx, input.authorized, { kind: 'group', id }, input.body())
    return { success: true }
  },
)

/** One page of the users with a direct grant of a permission. */
export const listPermissionUsers = operation(contract.listPermissionUsers, async (ctx, input) => {
  const { page, size } = input.query
  const { id } = await grants.findPermission(ctx, input.params.id)
  const { users, total } = await ctx.store.permissionGrants.listUsers(id, page, size)
  return { users: users.map(userToWire), total, page, size }
})

interface SentList {
  readonly permissionIds: readonly number[]
  readonly expectedPermissionIds?: readonly number[] | null | undefined
}

async function save(
  ctx: Context,
  operation: AuthorizedOperation,
  holder: grants.SavedHolder,
  { permissionIds, expectedPermissionIds: expected }: SentList,
): Promise<void> {
  const { caller } = operation
  const wanted = await grants.checkPermissionIds(ctx, permissionIds)
  const allowed = await grants.guardGrantSave(ctx, operation, { holder, wanted })
  await adminTransaction(allowed, (tx) =>
    grants.saveGrants(tx, { holder, wanted, expected, caller }),
  )
}

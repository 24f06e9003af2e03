import * as contract from '#lib/api/contract/admin/memberships.ts'
import { operation } from '#lib/api/operation.ts'
import { groupToWire } from '#lib/api/wire/groups.ts'
import { userToWire } from '#lib/api/wire/users.ts'
import { adminTransaction, type Context } from '#lib/context.ts'
import { findGroup } from '#lib/domain/groups/groups.ts'
import * as memberships from '#lib/domain/groups/memberships.ts'
import { findUser } from '#lib/domain/users/users.ts'

export const listGroupMembers = operation(contract.listGroupMembers, async (ctx, input) => {
  const { page, size } = input.query
  const { id } = await findGroup(ctx, input.params.id)
  const { users, total } = await ctx.store.memberships.listMembers(id, page, size)
  return { members: users.map(userToWire), total, page, size }
})

export const addGroupMember = operation(contract.addGroupMember, async (ctx, input) => {
  const { caller, authorized } = input
  const { userId } = input.body()
  const { id: groupId } = await findGroup(ctx, input.params.id)
  await findUser(ctx, userId)
  await memberships.requireNoMember(ctx, groupId, userId)
  const allowed = await memberships.guardMembership(ctx, authorized, { userId, groupId })
  await adminTransaction(allowed, (tx) => memberships.joinGroup(tx, { userId, groupId, caller }))
  return { success: true }
})

export const removeGroupMember = operation(contract.removeGroupMember, async (ctx, input) => {
  const { caller, authorized } = input
  const { id: groupId } = await findGroup(ctx, input.params.id)
  const { id: userId } = await findUser(ctx, input.params.userId)
  await memberships.requireMember(ctx, groupId, userId)
  const allowed = await memberships.guardMembership(ctx, authorized, { userId, groupId })
  await adminTransaction(allowed, (tx) => memberships.leaveGroup(tx, { userId, groupId, caller }))
  return { success: true }
})

export const getUserGroups = operation(contract.getUserGroups, async (ctx, { params }) =>
  groupsOf(ctx, params.id),
)

export const updateUserGroups = operation(contract.updateUserGroups, async (ctx, input) => {
  const { caller, authorized } = input
  const { groupIds, expectedGroupIds: expected } = input.body()
  memberships.checkGroupCount(groupIds)
  const { id: userId } = await findUser(ctx, input.params.id)
  const wanted = await memberships.checkGroupIds(ctx, groupIds)
  const save = { userId, wanted, expected, caller }
  const allowed = await memberships.guardMembershipSave(ctx, authorized, save)
  return adminTransaction(allowed, async (tx) => {
    await memberships.saveMemberships(tx, save)
    // Read before the commit: the answer is what was saved, even if the user changes afterwards.
    return groupsOf(tx, userId)
  })
})

async function groupsOf(ctx: Context, userId: number) {
  const user = userToWire(await findUser(ctx, userId))
  return { user, groups: (await ctx.store.groups.listOfUser(userId)).map(groupToWire) }
}

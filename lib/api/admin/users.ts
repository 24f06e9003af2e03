import { refuse } from '#lib/answers/refusal.ts'
import * as contract from '#lib/api/contract/admin/users.ts'
import { type Input, operation } from '#lib/api/operation.ts'
import { groupToWire } from '#lib/api/wire/groups.ts'
import { permissionToWire } from '#lib/api/wire/permissions.ts'
import { userAttributeToWire } from '#lib/api/wire/user-attributes.ts'
import { userToWire } from '#lib/api/wire/users.ts'
import { adminTransaction, type Context } from '#lib/context.ts'
import { refuseTakenEmail } from '#lib/domain/email/email-address.ts'
import { sendSetPasswordLink } from '#lib/domain/passwords/set-password-mail.ts'
import { guardUser } from '#lib/domain/permissions/administrators.ts'
import { actorOf } from '#lib/domain/permissions/caller.ts'
import { removeUserWithAll } from '#lib/domain/retention/removal.ts'
import { checkNewUser } from '#lib/domain/users/new-user.ts'
import * as users from '#lib/domain/users/users.ts'
import { invalidValue } from '#lib/domain/values/validation.ts'
import { foundUsers } from './user-search.ts'

/** Searches users, optionally marking those that belong to a group or hold a permission. */
export const searchUsers = operation(contract.searchUsers, async (ctx, { query }) => {
  const annotate = await checkAnnotation(ctx, query)
  const { page, size } = query
  const { users: found, ...list } = await foundUsers(ctx, query)
  const flags = await annotate(found.map((user) => user.id))
  return { users: found.map((user) => ({ ...user, ...flags(user.id) })), ...list, page, size }
})

/** One user with groups, direct permissions and attributes. */
export const getUser = operation(contract.getUser, async (ctx, { params }) => {
  const user = await users.findUser(ctx, params.id)
  const [groups, permissions, attributes] = await Promise.all([
    ctx.store.groups.listOfUser(user.id),
    ctx.store.permissionGrants.list({ kind: 'user', id: user.id }),
    ctx.store.users.attributes(user.id),
  ])
  return {
    user: {
      ...userToWire(user),
      groups: groups.map(groupToWire),
      permissions: permissions.map(permissionToWire),
      attributes: attributes.map(userAttributeToWire),
    },
  }
})

/** Creates an enabled user, with a password or a mailed link to set one. */
export const createUser = operation(contract.createUser, async (ctx, input) => {
  const fields = await checkNewUser(ctx, input.body())
  const user = await adminTransaction(ctx, (tx) =>
    users.createUser(tx, fields, actorOf(input.caller)),
  ).catch(refuseTakenEmail)
  if (fields.resetCode) await sendSetPasswordLink(ctx, user, fields.resetCode)
  return { user: userToWire(user) }
})

/** Deletes a user and its dependents. */
export const deleteUser = operation(
  contract.deleteUser,
  async (ctx, { caller, authorized, params }) => {
    const user = await users.findUser(ctx, params.id)
    const allowed = await guardUser(ctx, authorized, user.id, { mayTakeManage: true })
    await removeUserWithAll(allowed, user.id, actorOf(caller))
    return { success: true }
  },
)

type Flags = { inGroup: boolean } | { hasPermission: boolean } | Record<string, never>

/**
 * Loads the annotation of search results before the search: membership of a group or possession of a permission.
 * @throws Refusal VALIDATION_ERROR when both are requested, NOT_FOUND for an unknown group or permission
 */
async function checkAnnotation(
  { store }: Context,
  query: Input<typeof contract.searchUsers>['query'],
): Promise<(userIds: readonly number[]) => Promise<(userId: number) => Flags>> {
  const { annotateGroupMembership: groupId, annotatePermissionId: permissionId } = query
  if (groupId !== undefined && permissionId !== undefined) {
    throw invalidValue('Only one annotation can be asked for.')
  }
  if (groupId !== undefined) {
    if (!(await store.groups.findById(groupId))) throw refuse('NOT_FOUND')
    return async (userIds) => {
      const members = await store.users.membersAmong(userIds, groupId)
      return (userId) => ({ inGroup: members.has(userId) })
    }
  }
  if (permissionId !== undefined) {
    if (!(await store.permissions.findById(permissionId))) throw refuse('NOT_FOUND')
    return async (userIds) => {
      const holders = await store.users.holdersAmong(userIds, permissionId)
      return (userId) => ({ hasPermission: holders.has(userId) })
    }
  }
  return async () => () => ({})
}

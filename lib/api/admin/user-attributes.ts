import * as contract from '#lib/api/contract/admin/user-attributes.ts'
import { operation } from '#lib/api/operation.ts'
import { userAttributeToWire } from '#lib/api/wire/user-attributes.ts'
import { adminTransaction } from '#lib/context.ts'
import { guardUser } from '#lib/domain/permissions/administrators.ts'
import { actorOf } from '#lib/domain/permissions/caller.ts'
import { checkAttribute } from '#lib/domain/users/attributes.ts'
import {
  addUserAttribute,
  changeUserAttribute,
  findUserAttribute,
  removeUserAttribute,
} from '#lib/domain/users/user-attributes.ts'
import { findUser } from '#lib/domain/users/users.ts'
import { requireNotBlank } from '#lib/domain/values/validation.ts'

export const listUserAttributes = operation(
  contract.listUserAttributes,
  async (ctx, { params }) => {
    const user = await findUser(ctx, params.id)
    const attributes = await ctx.store.users.attributes(user.id)
    return { attributes: attributes.map(userAttributeToWire) }
  },
)

export const getUserAttribute = operation(contract.getUserAttribute, async (ctx, { params }) => ({
  attribute: userAttributeToWire(await findUserAttribute(ctx, params.id)),
}))

export const createUserAttribute = operation(contract.createUserAttribute, async (ctx, input) => {
  const { caller, authorized } = input
  const { userId, ...fields } = input.body()
  requireNotBlank(fields.key, 'key')
  const user = await findUser(ctx, userId)
  checkAttribute(fields)
  const allowed = await guardUser(ctx, authorized, user.id)
  const attribute = await adminTransaction(allowed, (tx) =>
    addUserAttribute(tx, user.id, fields, actorOf(caller)),
  )
  return { attribute: userAttributeToWire(attribute) }
})

export const updateUserAttribute = operation(contract.updateUserAttribute, async (ctx, input) => {
  const { caller, authorized } = input
  const fields = input.body()
  const { id, userId } = await findUserAttribute(ctx, input.params.id)
  requireNotBlank(fields.key, 'key')
  checkAttribute(fields)
  const allowed = await guardUser(ctx, authorized, userId)
  const attribute = await adminTransaction(allowed, (tx) =>
    changeUserAttribute(tx, id, fields, actorOf(caller)),
  )
  return { attribute: userAttributeToWire(attribute) }
})

export const deleteUserAttribute = operation(
  contract.deleteUserAttribute,
  async (ctx, { caller, authorized, params }) => {
    const attribute = await findUserAttribute(ctx, params.id)
    const allowed = await guardUser(ctx, authorized, attribute.userId)
    await adminTransaction(allowed, (tx) => removeUserAttribute(tx, attribute, actorOf(caller)))
    return { success: true }
  },
)

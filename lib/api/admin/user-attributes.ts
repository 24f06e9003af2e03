import * as contract from '#lib/api/contract/admin/user-attributes.ts'
import { operation } from '#lib/api/operation.ts'
import { userAttributeToWire } from '#lib/api/wire/user-attributes.ts'
import { transaction } from '#lib/context.ts'
import { guardUser } from '#lib/domain/administrators.ts'
import {
  addUserAttribute,
  changeUserAttribute,
  checkAttribute,
  findUserAttribute,
  removeUserAttribute,
} from '#lib/domain/attributes.ts'
import { actorOf } from '#lib/domain/caller.ts'
import { requireNotBlank } from '#lib/domain/identifiers.ts'
import { findUser } from '#lib/domain/users.ts'

/** The attributes of a user, the oldest first. */
export const listUserAttributes = operation(
  contract.listUserAttributes,
  async (ctx, { params }) => {
    const user = await findUser(ctx, params.id)
    const attributes = await ctx.store.users.attributes(user.id)
    return { attributes: attributes.map(userAttributeToWire) }
  },
)

/** One attribute. */
export const getUserAttribute = operation(contract.getUserAttribute, async (ctx, { params }) => ({
  attribute: userAttributeToWire(await findUserAttribute(ctx, params.id)),
}))

/** Gives a user an attribute. */
export const createUserAttribute = operation(contract.createUserAttribute, async (ctx, input) => {
  const { caller } = input
  const { userId, ...fields } = input.body()
  requireNotBlank(fields.key, 'key')
  const user = await findUser(ctx, userId)
  checkAttribute(fields)
  const { method, path: route } = contract.createUserAttribute
  await guardUser(ctx, { caller, method, route }, user.id)
  const attribute = await transaction(ctx, (tx) =>
    addUserAttribute(tx, user.id, fields, actorOf(caller)),
  )
  return { attribute: userAttributeToWire(attribute) }
})

/** Replaces an attribute; its owner stays. */
export const updateUserAttribute = operation(contract.updateUserAttribute, async (ctx, input) => {
  const { caller } = input
  const fields = input.body()
  const { id, userId } = await findUserAttribute(ctx, input.params.id)
  requireNotBlank(fields.key, 'key')
  checkAttribute(fields)
  const { method, path: route } = contract.updateUserAttribute
  await guardUser(ctx, { caller, method, route }, userId)
  const attribute = await transaction(ctx, (tx) =>
    changeUserAttribute(tx, id, fields, actorOf(caller)),
  )
  return { attribute: userAttributeToWire(attribute) }
})

/** Removes an attribute. */
export const deleteUserAttribute = operation(
  contract.deleteUserAttribute,
  async (ctx, { caller, params }) => {
    const attribute = await findUserAttribute(ctx, params.id)
    const { method, path: route } = contract.deleteUserAttribute
    await guardUser(ctx, { caller, method, route }, attribute.userId)
    await transaction(ctx, (tx) => removeUserAttribute(tx, attribute, actorOf(caller)))
    return { success: true }
  },
)

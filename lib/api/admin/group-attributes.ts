import * as contract from '#lib/api/contract/admin/group-attributes.ts'
import { operation } from '#lib/api/operation.ts'
import { groupAttributeToWire } from '#lib/api/wire/group-attributes.ts'
import { adminTransaction } from '#lib/context.ts'
import * as attributes from '#lib/domain/groups/group-attributes.ts'
import { findGroup } from '#lib/domain/groups/groups.ts'
import { guardGroup } from '#lib/domain/permissions/administrators.ts'
import { checkAttribute } from '#lib/domain/users/attributes.ts'
import { invalidField, requireNotBlank } from '#lib/domain/values/validation.ts'

export const listGroupAttributes = operation(
  contract.listGroupAttributes,
  async (ctx, { params }) => {
    const { id } = await findGroup(ctx, params.id)
    const found = await ctx.store.groupAttributes.listOfGroup(id)
    return { attributes: found.map(groupAttributeToWire) }
  },
)

export const getGroupAttribute = operation(contract.getGroupAttribute, async (ctx, { params }) => {
  const { attribute } = await attributes.findGroupAttribute(ctx, params.id)
  return { attribute: groupAttributeToWire(attribute) }
})

export const createGroupAttribute = operation(contract.createGroupAttribute, async (ctx, input) => {
  const { caller, authorized } = input
  const { groupId, ...fields } = input.body()
  requireNotBlank(fields.key, 'key')
  if (groupId <= 0) {
    throw invalidField('groupId', 'is required')
  }
  checkAttribute(fields)
  await findGroup(ctx, groupId)
  const allowed = await guardGroup(ctx, authorized, groupId)
  const attribute = await adminTransaction(allowed, (tx) =>
    attributes.createGroupAttribute(tx, groupId, fields, caller),
  )
  return { attribute: groupAttributeToWire(attribute) }
})

export const updateGroupAttribute = operation(contract.updateGroupAttribute, async (ctx, input) => {
  const { caller, authorized } = input
  const { attribute, group } = await attributes.findGroupAttribute(ctx, input.params.id)
  const fields = input.body()
  requireNotBlank(fields.key, 'key')
  checkAttribute(fields)
  const allowed = await guardGroup(ctx, authorized, group.id)
  const saved = await adminTransaction(allowed, (tx) =>
    attributes.updateGroupAttribute(tx, attribute.id, fields, caller),
  )
  return { attribute: groupAttributeToWire(saved) }
})

export const deleteGroupAttribute = operation(contract.deleteGroupAttribute, async (ctx, input) => {
  const { caller, authorized } = input
  const owned = await attributes.findGroupAttribute(ctx, input.params.id)
  const allowed = await guardGroup(ctx, authorized, owned.group.id)
  await adminTransaction(allowed, (tx) => attributes.removeGroupAttribute(tx, owned, caller))
  return { success: true }
})

import { refuse } from '#lib/answers/refusal.ts'
import type { AdminTx, Context } from '#lib/context.ts'
import type { GroupAttributeRecord, GroupRecord } from '#lib/persistence/store.ts'
import { audit } from '../audit/audit.ts'
import { actorOf, type Caller } from '../permissions/caller.ts'
import type { AttributeFields } from '../users/attributes.ts'
import { findGroup } from './groups.ts'

/** An attribute with its group. */
export interface OwnedGroupAttribute {
  readonly attribute: GroupAttributeRecord
  readonly group: GroupRecord
}

/**
 * Finds an attribute with its group.
 * @throws Refusal NOT_FOUND
 */
export async function findGroupAttribute(ctx: Context, id: number): Promise<OwnedGroupAttribute> {
  const attribute = await ctx.store.groupAttributes.findById(id)
  if (!attribute) throw refuse('NOT_FOUND')
  return { attribute, group: await findGroup(ctx, attribute.groupId) }
}

/**
 * Stores a new attribute of a group. Writes `added_group_attribute`.
 * @throws Refusal NOT_FOUND when the group is gone
 */
export async function createGroupAttribute(
  tx: AdminTx,
  groupId: number,
  fields: AttributeFields,
  caller: Caller,
): Promise<GroupAttributeRecord> {
  const [held] = await tx.store.groups.hold([groupId])
  if (held === undefined) throw refuse('NOT_FOUND')
  const group = await findGroup(tx, groupId)
  const attribute = await tx.store.groupAttributes.insert({
    ...columns(fields),
    groupId,
    createdAt: tx.now,
    updatedAt: tx.now,
  })
  auditAttribute(tx, 'added_group_attribute', { attribute, group }, caller)
  return attribute
}

/**
 * Updates an attribute; its group cannot change. Writes `updated_group_attribute`.
 * @throws Refusal NOT_FOUND
 */
export async function updateGroupAttribute(
  tx: AdminTx,
  id: number,
  fields: AttributeFields,
  caller: Caller,
): Promise<GroupAttributeRecord> {
  const change = { ...columns(fields), updatedAt: tx.now }
  if (!(await tx.store.groupAttributes.update(id, change))) throw refuse('NOT_FOUND')
  const changed = await findGroupAttribute(tx, id)
  auditAttribute(tx, 'updated_group_attribute', changed, caller)
  return changed.attribute
}

/**
 * Deletes an attribute of a group. Writes `deleted_group_attribute`.
 * @throws Refusal NOT_FOUND
 */
export async function removeGroupAttribute(
  tx: AdminTx,
  owned: OwnedGroupAttribute,
  caller: Caller,
): Promise<void> {
  if (!(await tx.store.groupAttributes.remove(owned.attribute.id))) throw refuse('NOT_FOUND')
  auditAttribute(tx, 'deleted_group_attribute', owned, caller)
}

function columns(fields: AttributeFields): AttributeFields {
  const { key, value, includeInIdToken, includeInAccessToken } = fields
  return { key, value, includeInIdToken, includeInAccessToken }
}

function auditAttribute(
  tx: AdminTx,
  event: 'added_group_attribute' | 'updated_group_attribute' | 'deleted_group_attribute',
  { attribute, group }: OwnedGroupAttribute,
  caller: Caller,
): void {
  audit(tx, event, {
    groupAttributeId: attribute.id,
    groupId: group.id,
    groupIdentifier: group.groupIdentifier,
    loggedInUser: actorOf(caller),
  })
}

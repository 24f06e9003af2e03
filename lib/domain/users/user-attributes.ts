import { refuse } from '#lib/answers/refusal.ts'
import type { AdminTx, Context } from '#lib/context.ts'
import type { UserAttributeRecord } from '#lib/persistence/store.ts'
import { audit } from '../audit/audit.ts'
import type { AttributeFields } from './attributes.ts'
import { lockUser } from './users.ts'

/** @throws Refusal NOT_FOUND */
export async function findUserAttribute(ctx: Context, id: number): Promise<UserAttributeRecord> {
  const attribute = await ctx.store.userAttributes.findById(id)
  if (!attribute) throw refuse('NOT_FOUND')
  return attribute
}

/**
 * Adds an attribute to a user; several attributes may share a key. Writes `added_user_attribute`.
 * @throws Refusal NOT_FOUND when the user is gone
 */
export async function addUserAttribute(
  tx: AdminTx,
  userId: number,
  fields: AttributeFields,
  loggedInUser: string,
): Promise<UserAttributeRecord> {
  await lockUser(tx, userId)
  const attribute = await tx.store.userAttributes.insert({ ...fields, userId })
  const details = { userId, userAttributeId: attribute.id, loggedInUser }
  audit(tx, 'added_user_attribute', details)
  return attribute
}

/**
 * Updates an attribute; its user cannot change. Writes `updated_user_attribute`.
 * @throws Refusal NOT_FOUND when it is gone
 */
export async function changeUserAttribute(
  tx: AdminTx,
  id: number,
  fields: AttributeFields,
  loggedInUser: string,
): Promise<UserAttributeRecord> {
  const attribute = await tx.store.userAttributes.change(id, { ...fields })
  if (!attribute) throw refuse('NOT_FOUND')
  const { userId } = attribute
  audit(tx, 'updated_user_attribute', { userId, userAttributeId: id, loggedInUser })
  return attribute
}

/**
 * Removes an attribute. Writes `deleted_user_attribute`.
 * @throws Refusal NOT_FOUND when it was gone
 */
export async function removeUserAttribute(
  tx: AdminTx,
  attribute: UserAttributeRecord,
  loggedInUser: string,
): Promise<void> {
  const { id: userAttributeId, userId } = attribute
  if (!(await tx.store.userAttributes.remove(userAttributeId))) throw refuse('NOT_FOUND')
  audit(tx, 'deleted_user_attribute', { userId, userAttributeId, loggedInUser })
}

import type { Context, Tx } from '#lib/context.ts'
import { refuse } from '#lib/kernel/errors.ts'
import { codePoints } from '#lib/kernel/text.ts'
import type { UserAttributeRecord } from '#lib/persistence/store.ts'
import { audit } from './audit.ts'
import { requireNoAngleBrackets } from './descriptions.ts'
import { requireKey } from './identifiers.ts'
import { lockUser } from './users.ts'

/** The most characters a value may have (specification, "Limits"). */
const maxValueLength = 250

/** What an attribute of a user or a group is created and changed with. */
export interface AttributeFields {
  readonly key: string
  /** Stored as sent, not trimmed; may be empty. */
  readonly value: string
  readonly includeInIdToken: boolean
  readonly includeInAccessToken: boolean
}

/**
 * The rules for keys and values of attributes (wire contract §7.4, §7.6); that the key is not empty
 * was checked before.
 * @throws Refusal validator.identifier.* (key), VALUE_TOO_LONG (value over 250),
 *   validator.attribute_value.angle_brackets (in this order)
 */
export function checkAttribute({ key, value }: Pick<AttributeFields, 'key' | 'value'>): void {
  requireKey(key)
  if (codePoints(value) > maxValueLength) throw refuse('VALUE_TOO_LONG')
  requireNoAngleBrackets(value, 'validator.attribute_value.angle_brackets')
}

/**
 * The attribute of a user with this id.
 * @throws Refusal NOT_FOUND
 */
export async function findUserAttribute(ctx: Context, id: number): Promise<UserAttributeRecord> {
  const attribute = await ctx.store.userAttributes.findById(id)
  if (!attribute) throw refuse('NOT_FOUND')
  return attribute
}

/**
 * Gives a user an attribute; several may have one key. Writes `added_user_attribute`.
 * @throws Refusal NOT_FOUND when the user is gone
 */
export async function addUserAttribute(
  tx: Tx,
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
 * Changes an attribute; its owner stays. Writes `updated_user_attribute`.
 * @throws Refusal NOT_FOUND when it is gone
 */
export async function changeUserAttribute(
  tx: Tx,
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
  tx: Tx,
  attribute: UserAttributeRecord,
  loggedInUser: string,
): Promise<void> {
  const { id: userAttributeId, userId } = attribute
  if (!(await tx.store.userAttributes.remove(userAttributeId))) throw refuse('NOT_FOUND')
  audit(tx, 'deleted_user_attribute', { userId, userAttributeId, loggedInUser })
}

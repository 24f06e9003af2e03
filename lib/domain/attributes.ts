import { refuse } from '#lib/kernel/errors.ts'
import { codePoints } from '#lib/kernel/text.ts'
import { requireNoAngleBrackets } from './descriptions.ts'
import { requireKey } from './identifiers.ts'

/** The most characters a value may have (docs/specification.md "Limits"). */
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
 * The rules for keys and values of attributes (docs/specification.md "User attribute / group attribute"); that the key
 * is not empty was checked before.
 * @throws Refusal validator.identifier.* (key), VALUE_TOO_LONG (value over 250),
 *   validator.attribute_value.angle_brackets (in this order)
 */
export function checkAttribute({ key, value }: Pick<AttributeFields, 'key' | 'value'>): void {
  requireKey(key)
  if (codePoints(value) > maxValueLength) throw refuse('VALUE_TOO_LONG')
  requireNoAngleBrackets(value, 'validator.attribute_value.angle_brackets')
}

import { refuse } from '#lib/answers/refusal.ts'
import { codePoints } from '#lib/base/text/text.ts'
import { requireNoAngleBrackets } from '../values/descriptions.ts'
import { requireKey } from '../values/identifiers.ts'

/** In characters (docs/specification.md "Limits"). */
const maxValueLength = 250

/** The fields of a new or changed attribute of a user or a group. */
export interface AttributeFields {
  readonly key: string
  /** Stored as sent, not trimmed; may be empty. */
  readonly value: string
  readonly includeInIdToken: boolean
  readonly includeInAccessToken: boolean
}

/**
 * Checks the key and value of an attribute (docs/specification.md "User attribute / group attribute"). The caller has
 * already checked that the key is not empty.
 * @throws Refusal validator.identifier.* (key), VALUE_TOO_LONG (value over 250),
 *   validator.attribute_value.angle_brackets (in this order)
 */
export function checkAttribute({ key, value }: Pick<AttributeFields, 'key' | 'value'>): void {
  requireKey(key)
  if (codePoints(value) > maxValueLength) throw refuse('VALUE_TOO_LONG')
  requireNoAngleBrackets(value, 'validator.attribute_value.angle_brackets')
}

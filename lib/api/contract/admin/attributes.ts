import { z } from 'zod'
import { describedBy, flag, identifier, text } from '../common.ts'

/** Refusals on saving an attribute of a user or a group. */
export const attributeErrors = [
  'INVALID_REQUEST_BODY',
  'VALIDATION_ERROR',
  'NOT_FOUND',
  'validator.identifier.too_long',
  'validator.identifier.invalid_format',
  'VALUE_TOO_LONG',
  'validator.attribute_value.angle_brackets',
  'MANAGE_SCOPE_REQUIRED',
] as const

/**
 * The body of an attribute.
 * @param record model of the answer
 * @param owner noun for the owner, which may have several attributes with one key
 */
export function attributeBody(
  record: Parameters<typeof describedBy>[0],
  owner: 'A group' | 'A user',
) {
  return z.object(
    describedBy(record, {
      key: identifier(`${owner} may have several attributes of one key.`, 1),
      value: text().describe('At most 250 characters; stored as sent.'),
      includeInIdToken: flag(),
      includeInAccessToken: flag(),
    }),
  )
}

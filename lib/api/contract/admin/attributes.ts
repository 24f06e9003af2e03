import { z } from 'zod'
import { describedBy, flag, identifier, text } from '../common.ts'

/** What saving an attribute may be refused for, whoever has it. */
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
 * An attribute as it is sent.
 * @param record the model of what is answered
 * @param owner who may have several of one key
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

import { maxLength, minLength, regex, string, trim } from 'zod/mini'

/** Returns the message for an invalid field, by the end of its key. */
export type RecordLabels = (
  key: 'identifier_required' | 'identifier_form' | 'too_long' | 'angle_brackets',
) => string

const maxDescription = 100
/** The Admin API's identifier rule; the server decides. */
const identifier = /^(?=.{3,38}$)(?!.*(?:--|__))[a-zA-Z][a-zA-Z0-9_-]*[a-zA-Z0-9]$/

/** The rules for the identifier and description of a group, a resource or a permission. */
export function recordFields(labels: RecordLabels) {
  return {
    identifier: string().check(
      minLength(1, labels('identifier_required')),
      regex(identifier, labels('identifier_form')),
    ),
    description: string().check(
      trim(),
      maxLength(maxDescription, labels('too_long')),
      regex(/^[^<>]*$/, labels('angle_brackets')),
    ),
  }
}

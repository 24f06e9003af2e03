import { maxLength, minLength, regex, string, trim } from 'zod/mini'

/** Gives the words for what is wrong with a field, by the end of their key. */
export type RecordLabels = (
  key: 'identifier_required' | 'identifier_form' | 'too_long' | 'angle_brackets',
) => string

const maxDescription = 100
/** The identifier rule of the Admin API; the server has the last word. */
const identifier = /^(?=.{3,38}$)(?!.*(?:--|__))[a-zA-Z][a-zA-Z0-9_-]*[a-zA-Z0-9]$/

/** The rules for what names and describes a group, a resource or a permission. */
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

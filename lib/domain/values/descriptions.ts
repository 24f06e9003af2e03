import type { CatalogKey } from '#lib/answers/error-codes.ts'
import { refuse } from '#lib/answers/refusal.ts'
import { hasAngleBrackets } from './forms.ts'
import { requireCharactersAtMost } from './validation.ts'

/** Maximum length of a description and of a display name, in characters. */
const maxLength = 100

/**
 * Refuses `<` and `>`. Texts are stored unescaped, and none may look like mark-up to a consumer that forgets to escape
 * it.
 * @param key the catalog key of the field, such as `validator.description.angle_brackets`
 * @throws Refusal with that key
 */
export function requireNoAngleBrackets(value: string, key: CatalogKey): void {
  if (hasAngleBrackets(value)) throw refuse(key)
}

/**
 * Checks a short text, such as a description or display name: at most 100 characters.
 * @param value trimmed
 * @param field the field's name, for the refusal's description
 * @throws Refusal VALIDATION_ERROR
 */
export function requireShortText(value: string, field: string): void {
  requireCharactersAtMost(value, maxLength, field)
}

/**
 * Checks the description of a group, resource or client.
 * @param description trimmed
 * @throws Refusal VALIDATION_ERROR (over 100 characters), validator.description.angle_brackets
 */
export function requireDescription(description: string): void {
  requireShortText(description, 'description')
  requireNoAngleBrackets(description, 'validator.description.angle_brackets')
}

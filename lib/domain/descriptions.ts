import type { CatalogKey } from '#lib/kernel/error-codes.ts'
import { refuse } from '#lib/kernel/errors.ts'
import { hasAngleBrackets } from './forms.ts'
import { requireCharactersAtMost } from './validation.ts'

/** The most characters a description may have, and a display name. */
const maxLength = 100

/**
 * Refuses `<` and `>`: texts are stored as they are, and none may look like mark-up where somebody
 * shows it without care.
 * @param key the catalog key of the field, such as `validator.description.angle_brackets`
 * @throws Refusal with that key
 */
export function requireNoAngleBrackets(value: string, key: CatalogKey): void {
  if (hasAngleBrackets(value)) throw refuse(key)
}

/**
 * The rule for short texts such as descriptions and display names: at most 100 characters.
 * @param value trimmed
 * @param field the field's name, for the description of the refusal
 * @throws Refusal VALIDATION_ERROR
 */
export function requireShortText(value: string, field: string): void {
  requireCharactersAtMost(value, maxLength, field)
}

/**
 * The rule for descriptions of groups, resources and clients.
 * @param description trimmed
 * @throws Refusal VALIDATION_ERROR (over 100 characters), validator.description.angle_brackets
 */
export function requireDescription(description: string): void {
  requireShortText(description, 'description')
  requireNoAngleBrackets(description, 'validator.description.angle_brackets')
}

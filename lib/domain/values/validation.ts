import { type Refusal, refuse } from '#lib/answers/refusal.ts'
import { codePoints, isOneLine } from '#lib/base/text/text.ts'

/**
 * The refusal for a value without an error code of its own.
 * @param description an English sentence that names the value and the reason
 */
export function invalidValue(description: string): Refusal {
  return refuse('VALIDATION_ERROR', { description })
}

/**
 * The refusal for the value of a field.
 * @param rule the rule that the value breaks; it continues "The field 'x' …"
 */
export function invalidField(field: string, rule: string): Refusal {
  return invalidValue(`The field '${field}' ${rule}.`)
}

/**
 * Refuses a missing or empty text.
 * @param field the field's name, for the description
 * @throws Refusal VALIDATION_ERROR
 */
export function requireField(value: string, field: string): void {
  if (value === '') throw invalidField(field, 'is required')
}

/**
 * Refuses a text that is too long.
 * @param max in characters
 * @param field the field's name, for the description
 * @throws Refusal VALIDATION_ERROR
 */
export function requireCharactersAtMost(value: string, max: number, field: string): void {
  if (codePoints(value) > max) throw invalidField(field, `may have at most ${max} characters`)
}

/**
 * Refuses a text with line breaks, because names appear in titles, on buttons and in mail.
 * @param value trimmed
 * @param field the field's name, for the description
 * @throws Refusal VALIDATION_ERROR
 */
export function requireOneLine(value: string, field: string): void {
  if (!isOneLine(value)) {
    throw invalidField(field, 'may not have line breaks or other control characters')
  }
}

/**
 * Refuses a text that is empty after trimming.
 * @param field the field's name, for the description
 * @throws Refusal VALIDATION_ERROR
 */
export function requireNotBlank(value: string, field: string): void {
  requireField(value.trim(), field)
}

import { type Refusal, refuse } from '#lib/kernel/errors.ts'
import { codePoints, isOneLine } from '#lib/kernel/text.ts'

/**
 * The refusal of a value that has no code of its own.
 * @param description a sentence in English that says which value, and why
 */
export function invalidValue(description: string): Refusal {
  return refuse('VALIDATION_ERROR', { description })
}

/**
 * The refusal of a field's value.
 * @param rule what the value does not keep to; it continues "The field 'x' …"
 */
export function invalidField(field: string, rule: string): Refusal {
  return invalidValue(`The field '${field}' ${rule}.`)
}

/**
 * Refuses a text that was not sent, or sent empty.
 * @param field the field's name, for the description
 * @throws Refusal VALIDATION_ERROR
 */
export function requireField(value: string, field: string): void {
  if (value === '') throw invalidField(field, 'is required')
}

/**
 * Refuses a text of too many characters.
 * @param max the most it may have
 * @param field the field's name, for the description
 * @throws Refusal VALIDATION_ERROR
 */
export function requireCharactersAtMost(value: string, max: number, field: string): void {
  if (codePoints(value) > max) throw invalidField(field, `may have at most ${max} characters`)
}

/**
 * Refuses a text that is not one line: names stand in titles, on buttons and in mail.
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
 * Refuses a text of which nothing is left when white space at both ends is taken away.
 * @param field the field's name, for the description
 * @throws Refusal VALIDATION_ERROR
 */
export function requireNotBlank(value: string, field: string): void {
  requireField(value.trim(), field)
}

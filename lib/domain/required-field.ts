import { refuse } from '#lib/kernel/errors.ts'

/**
 * Refuses a text that was not sent, or sent empty.
 * @param name of the field, for the description
 * @throws Refusal VALIDATION_ERROR
 */
export function requireField(name: string, value: string): void {
  if (value !== '') return
  throw refuse('VALIDATION_ERROR', { description: `The field '${name}' is required.` })
}

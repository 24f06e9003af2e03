import { isStorableMoment } from '#lib/base/time/storable-moment.ts'
import { invalidField } from '#lib/domain/values/validation.ts'

/**
 * Reads a time that a client sends back as it read it.
 * @param field its name, for the refusal
 * @throws Refusal VALIDATION_ERROR
 */
export function readMoment(field: string, text: string): Date {
  const moment = new Date(text)
  if (!isStorableMoment(moment)) throw invalidField(field, 'must be a time')
  return moment
}

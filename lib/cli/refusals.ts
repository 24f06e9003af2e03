import { textOf, textsIn } from '#lib/i18n/texts.ts'
import { errorCodes } from '#lib/kernel/error-codes.ts'
import type { Refusal } from '#lib/kernel/errors.ts'

/** A refusal of a rule as a sentence in English. */
export function describeRefusal({ code, details }: Refusal): string {
  if (details.description) return details.description
  if (code in errorCodes) return errorCodes[code as keyof typeof errorCodes].description
  return textOf(textsIn('en'), details.text ?? code, details.parameters)
}

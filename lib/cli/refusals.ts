import { textOf, textsIn } from '#lib/i18n/texts.ts'
import { errorCodes, isErrorCode } from '#lib/kernel/error-codes.ts'
import type { Refusal } from '#lib/kernel/errors.ts'

/** Describes a refusal as an English sentence. */
export function describeRefusal({ code, details }: Refusal): string {
  if (details.description) return details.description
  if (isErrorCode(code)) return errorCodes[code].description
  return textOf(textsIn('en'), details.text ?? code, details.parameters)
}

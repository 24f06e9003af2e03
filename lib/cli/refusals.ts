import { errorCodes, isErrorCode } from '#lib/answers/error-codes.ts'
import type { Refusal } from '#lib/answers/refusal.ts'
import { textOf, textsIn } from '#lib/i18n/texts.ts'

/** Describes a refusal as an English sentence. */
export function describeRefusal({ code, details }: Refusal): string {
  if (details.description) return details.description
  if (isErrorCode(code)) return errorCodes[code].description
  return textOf(textsIn('en'), details.text ?? code, details.parameters)
}

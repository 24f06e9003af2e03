import { createTranslator } from 'next-intl'
import type { Language } from './languages.ts'
import { messagesOf } from './messages.ts'

/**
 * The texts of a language outside of pages (mail, API descriptions): `textsIn('de')('…key…')`.
 * Needs no request and no Next.
 */
export function textsIn(language: Language) {
  return createTranslator({ locale: language, messages: messagesOf(language) })
}

/** Values put into a text. */
type Values = Readonly<Record<string, string | number>>

/** As much of a translator as a key known only at run time needs. */
export interface LooseTexts {
  (key: never, values?: never): string
  has(key: never): boolean
}

/**
 * The text of a key that is known only at run time, such as that of a refusal.
 * A key without a text gives a general sentence, so that no page shows a bare key.
 */
export function textOf(texts: LooseTexts, key: string, values: Values = {}): string {
  const known = texts.has(key as never) ? key : 'common.unknown_error'
  return texts(known as never, values as never)
}

import { createTranslator } from 'next-intl'
import type { Language } from './languages.ts'
import { messagesOf } from './messages.ts'

/**
 * The texts of a language outside of pages (mail, API descriptions): `textsIn('de')('…key…')`. Needs neither a
 * request nor Next.
 */
export function textsIn(language: Language) {
  return createTranslator({ locale: language, messages: messagesOf(language) })
}

/** Values of a text's placeholders. */
type Values = Readonly<Record<string, string | number>>

/** The part of a translator that suffices for keys known only at run time. */
export interface LooseTexts {
  (key: never, values?: never): string
  has(key: never): boolean
}

/**
 * The text of a key known only at run time, such as that of a refusal. A key without a text gives a general
 * sentence, so that no page shows a bare key.
 */
export function textOf(texts: LooseTexts, key: string, values: Values = {}): string {
  const known = texts.has(key as never) ? key : 'common.unknown_error'
  return texts(known as never, values as never)
}

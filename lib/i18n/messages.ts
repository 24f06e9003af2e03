import type { Language } from './languages.ts'
import { ar } from './messages/ar.ts'
import { de } from './messages/de.ts'
import { en } from './messages/en.ts'
import { es } from './messages/es.ts'
import { fr } from './messages/fr.ts'
import { it } from './messages/it.ts'
import { ja } from './messages/ja.ts'
import { ptBr } from './messages/pt-br.ts'

/** The texts of one language; English is the source of the keys. */
export type Messages = typeof en

const catalogs: Readonly<Record<Language, Messages>> = {
  en,
  'pt-BR': ptBr,
  es,
  de,
  fr,
  it,
  ja,
  ar,
}

/** The catalog of a language. */
export function messagesOf(language: Language): Messages {
  return catalogs[language]
}

declare module 'next-intl' {
  /** Makes a misspelt key a compile error. */
  interface AppConfig {
    Locale: Language
    Messages: Messages
  }
}

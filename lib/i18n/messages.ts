import { singleton } from '#lib/kernel/singleton.ts'
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

/** The catalog of a language as it comes with the program. */
export function shippedMessages(language: Language): Messages {
  return catalogs[language]
}

/** Some texts of a language, nested as in its catalog. */
export interface Texts {
  readonly [name: string]: string | Texts
}

/** Texts that stand in place of those of the catalogs. */
export type TextOverrides = Readonly<Partial<Record<Language, Texts>>>

/**
 * Puts an installation's own texts in place of those of the catalogs, for the whole process. To be called before
 * the first text is asked for.
 */
export function replaceTexts(overrides: TextOverrides): void {
  singleton('textOverrides', () => overrides)
}

/** The texts of a language: its catalog, with an installation's own texts in it. */
export function messagesOf(language: Language): Messages {
  return singleton(`texts.${language}`, () => {
    const own = singleton<TextOverrides>('textOverrides', () => ({}))[language]
    return own ? (merged(shippedMessages(language), own) as Messages) : shippedMessages(language)
  })
}

function merged(texts: object, own: Texts): object {
  const replaced = Object.entries(own).map(([name, value]) => {
    const text: unknown = Reflect.get(texts, name)
    return [name, typeof value === 'string' ? value : merged(text as object, value)]
  })
  return { ...texts, ...Object.fromEntries(replaced) }
}

declare module 'next-intl' {
  /** Makes a misspelt key a compile error. */
  interface AppConfig {
    Locale: Language
    Messages: Messages
  }
}

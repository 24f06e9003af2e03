import { singleton } from '#lib/base/concurrency/singleton.ts'
import type { Language } from './languages.ts'
import { ar } from './messages/ar.ts'
import { de } from './messages/de.ts'
import { en } from './messages/en.ts'
import { es } from './messages/es.ts'
import { fr } from './messages/fr.ts'
import { it } from './messages/it.ts'
import { ja } from './messages/ja.ts'
import { ptBr } from './messages/pt-br.ts'

/** The texts of one language; English defines the keys. */
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

/** The built-in catalog of a language. */
export function shippedMessages(language: Language): Messages {
  return catalogs[language]
}

/** Some texts of a language, nested as in its catalog. */
export interface Texts {
  readonly [name: string]: string | Texts
}

/** Texts that replace those of the catalogs. */
export type TextOverrides = Readonly<Partial<Record<Language, Texts>>>

/** Replaces texts of the catalogs with custom ones, for the whole process. Must run before the first text is read. */
export function replaceTexts(overrides: TextOverrides): void {
  singleton('textOverrides', () => overrides)
}

/** The catalog of a language with the custom texts applied. */
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

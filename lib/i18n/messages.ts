import type { Language } from './languages.ts'
import ar from './messages/ar.json' with { type: 'json' }
import de from './messages/de.json' with { type: 'json' }
import en from './messages/en.json' with { type: 'json' }
import es from './messages/es.json' with { type: 'json' }
import fr from './messages/fr.json' with { type: 'json' }
import it from './messages/it.json' with { type: 'json' }
import ja from './messages/ja.json' with { type: 'json' }
import ptBr from './messages/pt-BR.json' with { type: 'json' }

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

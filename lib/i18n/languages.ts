import { acceptedLanguages } from '#lib/base/network/accept-header.ts'

/** Languages with a catalog; the first is the source and the fallback. */
export const languages = ['en', 'pt-BR', 'es', 'de', 'fr', 'it', 'ja', 'ar'] as const

export type Language = (typeof languages)[number]

export const defaultLanguage: Language = 'en'

/** The writing direction of a language, for the `dir` attribute. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}

/**
 * Chooses the language of a page: the first tag with a catalog, else English. The tags of `ui_locales` (OpenID
 * Connect Core section 3.1.2.1) precede those of `Accept-Language` (RFC 9110 section 12.5.4). A tag matches a
 * catalog exactly, otherwise by its primary language: `pt-PT` gives `pt-BR`. Case makes no difference, nor does an
 * underscore for a hyphen. `*` is English. Unknown and malformed tags are skipped.
 * @param uiLocales tags of the request, best first
 * @param acceptLanguage the header as sent; '' when there is none
 */
export function chooseLanguage(uiLocales: readonly string[], acceptLanguage: string): Language {
  for (const tag of [...uiLocales, ...acceptedLanguages(acceptLanguage)]) {
    const language = catalogOf(tag)
    if (language) return language
  }
  return defaultLanguage
}

function catalogOf(tag: string): Language | undefined {
  const wanted = tag.trim().toLowerCase().replaceAll('_', '-')
  if (wanted === '*') return defaultLanguage
  const primary = primaryOf(wanted)
  return (
    languages.find((language) => language.toLowerCase() === wanted) ??
    languages.find((language) => primaryOf(language.toLowerCase()) === primary)
  )
}

function primaryOf(tag: string): string {
  return tag.split('-', 1)[0] ?? tag
}

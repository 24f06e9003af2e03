import { singleton } from '#lib/base/concurrency/singleton.ts'
import type { Language } from './languages.ts'

/**
 * Caches a value that depends only on the language. Sorting the names of all countries, for example, takes longer
 * than rendering their page.
 * @param name identifies the value, the same for every language
 */
export function perLanguage<T>(name: string, language: Language, make: () => T): T {
  return singleton(`${name} in ${language}`, make)
}

import { singleton } from '#lib/kernel/singleton.ts'
import type { Language } from './languages.ts'

/**
 * What nothing but the language decides, made when it is first asked for: the sorted names of all
 * countries, say, which take longer than the page that shows them.
 * @param name of it, the same for every language
 */
export function perLanguage<T>(name: string, language: Language, make: () => T): T {
  return singleton(`${name} in ${language}`, make)
}

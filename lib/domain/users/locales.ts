import { singleton } from '#lib/base/concurrency/singleton.ts'
import localeIds from '../data/locales.json' with { type: 'json' }

/** The locales that users can choose: BCP 47 tags such as `en` and `pt-BR`, sorted. */
export function locales(): readonly string[] {
  return localeIds
}

/** True for a listed locale in exactly that spelling. */
export function isLocale(tag: string): boolean {
  return singleton('locale-ids', () => new Set(localeIds)).has(tag)
}

import { singleton } from '#lib/kernel/singleton.ts'
import localeIds from './data/locales.json' with { type: 'json' }

/** The locales that people choose from: BCP 47 tags such as `en` and `pt-BR`, in order. */
export function locales(): readonly string[] {
  return localeIds
}

/** True for a locale of that list, written exactly so. */
export function isLocale(tag: string): boolean {
  return singleton('locale-ids', () => new Set(localeIds)).has(tag)
}

import { singleton } from '#lib/base/concurrency/singleton.ts'
import alpha3ByAlpha2 from '../data/countries.json' with { type: 'json' }

const countries: ReadonlyMap<string, string> = new Map(Object.entries(alpha3ByAlpha2))

/** True for an assigned ISO 3166-1 alpha-2 code in upper case, and for Kosovo's `XK`. */
export function isCountry(alpha2: string): boolean {
  return countries.has(alpha2)
}

/** The alpha-2 codes of all countries, in alphabetical order. */
export function countryCodes(): readonly string[] {
  return [...countries.keys()]
}

export function alpha3Of(alpha2: string): string | null {
  return countries.get(alpha2) ?? null
}

/** The English name of a country or territory; falls back to the code. */
export function countryName(alpha2: string): string {
  const names = singleton('country-names', () => new Intl.DisplayNames(['en'], { type: 'region' }))
  return names.of(alpha2) ?? alpha2
}

/** The flag emoji of a country: its two letters as regional indicators. */
export function flagOf(alpha2: string): string {
  const shift = 0x1f1e6 - 'A'.charCodeAt(0)
  return Array.from(alpha2, (letter) => String.fromCodePoint(letter.charCodeAt(0) + shift)).join('')
}

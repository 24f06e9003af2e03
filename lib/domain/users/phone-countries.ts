import metadata from 'libphonenumber-js/min/metadata'
import { singleton } from '#lib/base/concurrency/singleton.ts'
import { alpha3Of, countryName, flagOf } from './countries.ts'

/** A country with one of its calling codes. */
export interface PhoneCountry {
  /** ISO 3166-1 alpha-3, `_` and the index of the calling code, such as `USA_0`. */
  readonly uniqueId: string
  readonly alpha2: string
  readonly emoji: string
  /** With `+`. */
  readonly callingCode: string
  /** Flag, English name, and the calling code in brackets. */
  readonly name: string
}

/**
 * Area codes of the countries that share +1 with the United States and Canada. In common use, the area code is part of
 * such a country's calling code.
 */
const northAmericanAreaCodes: Readonly<Record<string, readonly string[]>> = {
  AG: ['268'],
  AI: ['264'],
  AS: ['684'],
  BB: ['246'],
  BM: ['441'],
  BS: ['242'],
  DM: ['767'],
  DO: ['809', '829', '849'],
  GD: ['473'],
  GU: ['671'],
  JM: ['876', '658'],
  KN: ['869'],
  KY: ['345'],
  LC: ['758'],
  MP: ['670'],
  MS: ['664'],
  PR: ['787', '939'],
  SX: ['721'],
  TC: ['649'],
  TT: ['868'],
  VC: ['784'],
  VG: ['284'],
  VI: ['340'],
}

/** Territories with a calling code whose alpha-3 code is only reserved by ISO. */
const reservedAlpha3: Readonly<Record<string, string>> = { AC: 'ASC', TA: 'TAA' }

interface CallingCountry {
  readonly code: string
  readonly alpha2: string
  readonly english: string
}

/** All pairs of country and calling code, sorted by English name, then by index of the calling code. */
export function phoneCountries(): readonly PhoneCountry[] {
  return index().sorted
}

export function findPhoneCountry(uniqueId: string): PhoneCountry | null {
  return index().byId.get(uniqueId) ?? null
}

function index() {
  return singleton('phone-countries', () => {
    // Sorts accented letters beside plain ones: Åland under A, Türkiye between Tunisia and Turkmenistan.
    const byName = new Intl.Collator('en')
    const named = Object.entries(metadata.country_calling_codes)
      .flatMap(([code, countries]) => countries.map((alpha2) => ({ code, alpha2 })))
      .map((country) => ({ ...country, english: countryName(country.alpha2) }))
      .toSorted((a, b) => byName.compare(a.english, b.english))
    const sorted = named.flatMap(entriesOf)
    return { sorted, byId: new Map(sorted.map((entry) => [entry.uniqueId, entry])) }
  })
}

/** @param code a calling code, which the country may share with others */
function entriesOf({ code, alpha2, english }: CallingCountry): PhoneCountry[] {
  const alpha3 = alpha3Of(alpha2) ?? reservedAlpha3[alpha2] ?? alpha2
  const emoji = flagOf(alpha2)
  const areaCodes = northAmericanAreaCodes[alpha2] ?? ['']
  return areaCodes.map((areaCode, i) => {
    const callingCode = `+${code}${areaCode}`
    const name = `${emoji} ${english} (${callingCode})`
    return { uniqueId: `${alpha3}_${i}`, alpha2, emoji, callingCode, name }
  })
}

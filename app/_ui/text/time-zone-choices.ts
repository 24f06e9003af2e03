import type { Choice } from '#app/_ui/form/profile-fields.tsx'
import { timeZones } from '#lib/domain/users/time-zones.ts'
import type { Language } from '#lib/i18n/languages.ts'
import { perLanguage } from '#lib/i18n/per-language.ts'

/** A user's stored zone; '' for none. */
interface StoredZone {
  readonly zoneInfo: string
  readonly zoneInfoCountryName: string
}

/** The value of an option. It includes the country, because countries share zones. */
export function zoneValue({ zoneInfo, zoneInfoCountryName }: StoredZone): string {
  return zoneInfo && `${zoneInfo}|${zoneInfoCountryName}`
}

/** The zone of an option's value. */
export function zoneOf(value: string): StoredZone {
  // A zone's name never contains the separator, but a country name stored through the Admin API may.
  const [zoneInfo = '', ...country] = value.split('|')
  return { zoneInfo, zoneInfoCountryName: country.join('|') }
}

/**
 * Every zone with its country, in the visitor's language. The stored zone is included even if the list lacks it (`UTC`,
 * a browser's name for a zone, another name of the country). Without it, the select would clear the zone with the next
 * change of the profile.
 */
export function zonesIn(language: Language, stored: StoredZone): readonly Choice[] {
  const listed = listedZonesIn(language)
  const own = zoneValue(stored)
  if (own === '' || listed.some(([value]) => value === own)) return listed
  const label = labelOf(stored.zoneInfoCountryName, stored.zoneInfo)
  return inOrder([...listed, [own, label]], language)
}

function listedZonesIn(language: Language): readonly Choice[] {
  return perLanguage('time-zones', language, () => {
    const countryNames = new Intl.DisplayNames([language], { type: 'region' })
    const zones = timeZones().map(({ zone, countryCode, countryName }): Choice => {
      const value = zoneValue({ zoneInfo: zone, zoneInfoCountryName: countryName })
      return [value, labelOf(countryNames.of(countryCode) ?? countryName, zone)]
    })
    return inOrder(zones, language)
  })
}

function inOrder(choices: readonly Choice[], language: Language): readonly Choice[] {
  return choices.toSorted(([, a], [, b]) => a.localeCompare(b, language))
}

function labelOf(country: string, zone: string): string {
  const place = zone.replaceAll('_', ' ')
  return country ? `${country} - ${place}` : place
}

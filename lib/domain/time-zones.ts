import { singleton } from '#lib/kernel/singleton.ts'
import { countryName } from './countries.ts'
import otherNames from './data/other-time-zones.json' with { type: 'json' }
import zonesByCountry from './data/time-zones.json' with { type: 'json' }

/** A time zone of a country; a zone that several countries share stands once for each. */
export interface TimeZone {
  /** IANA name, such as `America/Sao_Paulo`. */
  readonly zone: string
  /** ISO 3166-1 alpha-2. */
  readonly countryCode: string
  /** In English, as `zoneInfoCountryName` stores it. */
  readonly countryName: string
}

/** The zones that people choose from, by country name, then by zone. */
export function timeZones(): readonly TimeZone[] {
  return singleton('time-zones', () =>
    Object.entries(zonesByCountry)
      .flatMap(([countryCode, zones]) =>
        zones.map((zone) => ({ zone, countryCode, countryName: countryName(countryCode) })),
      )
      .toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1)),
  )
}

/**
 * True for a zone of that list and for every other name of the tz database but its placeholder: the
 * runtime's own, of which some are older (`Asia/Calcutta`: a browser reports those), links (`US/Pacific`)
 * and zones of no country (`Etc/UTC`). The case of letters counts.
 */
export function isTimeZone(name: string): boolean {
  return singleton('time-zone-names', collectNames).has(name)
}

/**
 * The country that is stored beside a zone: the one named, when the zone is one of that country's,
 * else the first that has the zone.
 * @param named country name in English, '' for none
 */
export function countryOfZone(zone: string, named: string): string {
  const pairs = timeZones().filter((one) => one.zone === zone)
  return (pairs.find((one) => one.countryName === named) ?? pairs[0])?.countryName ?? ''
}

function collectNames(): ReadonlySet<string> {
  const listed = Object.values(zonesByCountry).flat()
  // The runtime knows the others too, but does not list them, and takes them in any case.
  return new Set([...listed, ...otherNames, ...Intl.supportedValuesOf('timeZone')])
}

function sortKey({ countryName: name, zone }: TimeZone): string {
  return `${name}\n${zone}`
}

import { singleton } from '#lib/base/concurrency/singleton.ts'
import otherNames from '../data/other-time-zones.json' with { type: 'json' }
import zonesByCountry from '../data/time-zones.json' with { type: 'json' }
import { countryName } from './countries.ts'

/** A time zone of a country. A zone that several countries share has one entry for each. */
export interface TimeZone {
  /** IANA name, such as `America/Sao_Paulo`. */
  readonly zone: string
  /** ISO 3166-1 alpha-2. */
  readonly countryCode: string
  /** In English, as stored in `zoneInfoCountryName`. */
  readonly countryName: string
}

/** The zones that users can choose, by country name, then by zone. */
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
 * True for a listed zone and for every other name of the tz database except its placeholder. This includes the
 * runtime's own names, some of them older (browsers report `Asia/Calcutta`), links (`US/Pacific`) and zones without a
 * country (`Etc/UTC`). Names are case-sensitive.
 */
export function isTimeZone(name: string): boolean {
  return singleton('time-zone-names', collectNames).has(name)
}

/**
 * The country to store with a zone: the named one if it has the zone, otherwise the first that does.
 * @param named country name in English, '' for none
 */
export function countryOfZone(zone: string, named: string): string {
  const pairs = timeZones().filter((one) => one.zone === zone)
  return (pairs.find((one) => one.countryName === named) ?? pairs[0])?.countryName ?? ''
}

function collectNames(): ReadonlySet<string> {
  const listed = Object.values(zonesByCountry).flat()
  // The runtime accepts the other names too, in any case, but does not list them.
  return new Set([...listed, ...otherNames, ...Intl.supportedValuesOf('timeZone')])
}

function sortKey({ countryName: name, zone }: TimeZone): string {
  return `${name}\n${zone}`
}

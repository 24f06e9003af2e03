import { describe, expect, test } from 'vitest'
import { zoneOf, zonesIn, zoneValue } from '#app/_ui/text/time-zone-choices.ts'
import { languages } from '#lib/i18n/languages.ts'

const stored = (zoneInfo: string, zoneInfoCountryName: string) => ({
  zoneInfo,
  zoneInfoCountryName,
})
const values = (zone: ReturnType<typeof stored>) => zonesIn('en', zone).map(([value]) => value)

describe('the choices of a time zone', () => {
  test.each([
    stored('Asia/Tokyo', 'Japan'),
    stored('UTC', ''),
    stored('America/Sao_Paulo', ''),
    stored('Asia/Calcutta', 'India'),
    stored('America/New_York', 'USA'),
    stored('Europe/Paris', 'France | overseas'),
  ])('hold what is stored, once, and give it back unchanged: %o', (zone) => {
    expect(values(zone).filter((value) => value === zoneValue(zone))).toHaveLength(1)
    expect(zoneOf(zoneValue(zone))).toEqual(zone)
  })

  test('are the list and nothing else where no zone is stored', () => {
    const none = stored('', 'Germany')
    expect(zoneValue(none)).toBe('')
    expect(values(none)).not.toContain('')
    expect(values(none)).toEqual(values(stored('Asia/Tokyo', 'Japan')))
  })

  test.each(languages)('say where each zone is, in order, in %s', (language) => {
    const labels = zonesIn(language, stored('UTC', '')).map(([, label]) => label)
    expect(labels).toContain('UTC')
    expect(labels).toEqual(labels.toSorted((a, b) => a.localeCompare(b, language)))
    expect(labels.join()).not.toContain('undefined')
  })
})

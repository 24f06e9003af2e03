import type { z } from 'zod'
import type { profileFields } from '#lib/api/contract/models/user-fields.ts'
import type { user } from '#lib/api/contract/models/users.ts'
import { locales } from '#lib/domain/locales.ts'
import { timeZones } from '#lib/domain/time-zones.ts'
import type { Choice } from './profile-fields.tsx'
import { textOfField, textsOfFields } from './submit.ts'

const names = [
  'username',
  'givenName',
  'middleName',
  'familyName',
  'nickname',
  'website',
  'gender',
  'dateOfBirth',
  'locale',
] as const

/** Beginnings of the refusals of a profile, and the inputs that they are about. */
export const profileRefusals = {
  'validator.profile.username': 'username',
  'validator.profile.given_name': 'givenName',
  'validator.profile.middle_name': 'middleName',
  'validator.profile.family_name': 'familyName',
  'validator.profile.nickname': 'nickname',
  'validator.profile.website': 'website',
  'validator.profile.gender': 'gender',
  'validator.profile.dob': 'dateOfBirth',
  'validator.profile.zone_info': 'zone',
  'validator.profile.locale': 'locale',
} as const

/** What the form of a profile sends to the API. */
export function profileOf(form: FormData): z.input<typeof profileFields> {
  // The choice of a zone names its country too: a zone may be one of several countries.
  const [zoneInfo = '', zoneInfoCountryName = ''] = textOfField(form, 'zone').split('|')
  return { ...textsOfFields(form, names), zoneInfo, zoneInfoCountryName }
}

/** What the form of a profile begins with. */
export function profileValues(person: z.output<typeof user>) {
  const { zoneInfo, zoneInfoCountryName, birthDate } = person
  const { username, givenName, middleName, familyName, nickname, website, gender, locale } = person
  return {
    ...{ username, givenName, middleName, familyName, nickname, website, gender, locale },
    dateOfBirth: birthDate?.slice(0, 10) ?? '',
    zone: zoneInfo && `${zoneInfo}|${zoneInfoCountryName}`,
  }
}

/** Every zone with its country, in the visitor's language. */
export function zonesIn(language: string): readonly Choice[] {
  const countryNames = new Intl.DisplayNames([language], { type: 'region' })
  return timeZones()
    .map(({ zone, countryCode, countryName }) => {
      const label = `${countryNames.of(countryCode) ?? countryName} - ${zone.replaceAll('_', ' ')}`
      return [`${zone}|${countryName}`, label] as const
    })
    .toSorted(([, a], [, b]) => a.localeCompare(b, language))
}

/** Every locale by its own name and its English one. */
export function localesIn(language: string): readonly Choice[] {
  const english = new Intl.DisplayNames(['en'], { type: 'language' })
  return locales()
    .map((tag) => {
      const own = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
      return [tag, `${own} (${english.of(tag) ?? tag})`] as const
    })
    .toSorted(([, a], [, b]) => a.localeCompare(b, language))
}

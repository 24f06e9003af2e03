import type { z } from 'zod'
import { zoneOf, zoneValue } from '#app/_ui/text/time-zone-choices.ts'
import type { profileFields } from '#lib/api/contract/models/user-fields.ts'
import type { user } from '#lib/api/contract/models/users.ts'
import { locales } from '#lib/domain/users/locales.ts'
import type { Language } from '#lib/i18n/languages.ts'
import { perLanguage } from '#lib/i18n/per-language.ts'
import { textOfField, textsOfFields } from './form-values.ts'
import type { Choice } from './profile-fields.tsx'

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

/** Prefixes of the refusal codes for a profile, and the inputs they concern. */
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

/** The profile for the API, from the form. */
export function profileOf(form: FormData): z.input<typeof profileFields> {
  return { ...textsOfFields(form, names), ...zoneOf(textOfField(form, 'zone')) }
}

/** Initial values of the profile form. */
export function profileValues(person: z.output<typeof user>) {
  const { username, givenName, middleName, familyName, nickname, website, gender, locale } = person
  return {
    ...{ username, givenName, middleName, familyName, nickname, website, gender, locale },
    dateOfBirth: person.birthDate?.slice(0, 10) ?? '',
    zone: zoneValue(person),
  }
}

/** Every locale by its own name and its English name, sorted for the visitor's language. */
export function localesIn(language: Language): readonly Choice[] {
  return perLanguage('locales', language, () => {
    const english = new Intl.DisplayNames(['en'], { type: 'language' })
    return locales()
      .map((tag): Choice => {
        const own = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
        const inEnglish = english.of(tag) ?? tag
        return [tag, own === inEnglish ? own : `${own} (${inEnglish})`]
      })
      .toSorted(([, a], [, b]) => a.localeCompare(b, language))
  })
}

import type { z } from 'zod'
import type { addressFields } from '#lib/api/contract/models/user-fields.ts'
import type { user } from '#lib/api/contract/models/users.ts'
import { countryCodes } from '#lib/domain/users/countries.ts'
import type { Language } from '#lib/i18n/languages.ts'
import { perLanguage } from '#lib/i18n/per-language.ts'
import { textsOfFields } from './form-values.ts'
import type { Choice } from './profile-fields.tsx'

const names = [
  'addressLine1',
  'addressLine2',
  'addressLocality',
  'addressRegion',
  'addressPostalCode',
  'addressCountry',
] as const

/** Prefixes of the refusal codes for an address, and the inputs they concern. */
export const addressRefusals = {
  'validator.address.line1': 'addressLine1',
  'validator.address.line2': 'addressLine2',
  'validator.address.locality': 'addressLocality',
  'validator.address.region': 'addressRegion',
  'validator.address.postal_code': 'addressPostalCode',
  'validator.address.country': 'addressCountry',
} as const

/** The address for the API, from the form. */
export function addressOf(form: FormData): z.input<typeof addressFields> {
  return textsOfFields(form, names)
}

/** Initial values of the address form. */
export function addressValues(person: z.output<typeof user>) {
  const { addressLine1, addressLine2, addressLocality, addressRegion } = person
  const { addressPostalCode, addressCountry } = person
  return {
    ...{ addressLine1, addressLine2, addressLocality, addressRegion },
    ...{ addressPostalCode, addressCountry },
  }
}

/** Every country, named in the visitor's language. */
export function countriesIn(language: Language): readonly Choice[] {
  return perLanguage('countries', language, () => {
    const countryNames = new Intl.DisplayNames([language], { type: 'region' })
    return countryCodes()
      .map((alpha2): Choice => [alpha2, countryNames.of(alpha2) ?? alpha2])
      .toSorted(([, a], [, b]) => a.localeCompare(b, language))
  })
}

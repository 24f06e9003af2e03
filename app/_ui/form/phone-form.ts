import type { z } from 'zod'
import type { phoneFields } from '#lib/api/contract/models/user-fields.ts'
import type { user } from '#lib/api/contract/models/users.ts'
import { phoneCountries } from '#lib/domain/users/phone-countries.ts'
import type { Language } from '#lib/i18n/languages.ts'
import { perLanguage } from '#lib/i18n/per-language.ts'
import { textsOfFields } from './form-values.ts'
import type { Choice } from './profile-fields.tsx'

/** Prefixes of the refusal codes for a phone number, and the inputs they concern. */
export const phoneRefusals = {
  'validator.phone.country': 'phoneCountryUniqueId',
  'validator.phone.': 'phoneNumber',
} as const

/** The phone number for the API, from the form. */
export function phoneOf(form: FormData): z.input<typeof phoneFields> {
  return textsOfFields(form, ['phoneCountryUniqueId', 'phoneNumber'])
}

/** Initial values of the phone form. */
export function phoneValues(person: z.output<typeof user>) {
  const { phoneNumberCountryUniqueId, phoneNumber } = person
  return { phoneCountryUniqueId: phoneNumberCountryUniqueId, phoneNumber }
}

/** Every country with its calling code, named in the visitor's language. */
export function phoneCountriesIn(language: Language): readonly Choice[] {
  return perLanguage('phone-countries', language, () => {
    const names = new Intl.DisplayNames([language], { type: 'region' })
    return phoneCountries()
      .map(({ uniqueId, alpha2, emoji, callingCode }) => {
        const name = names.of(alpha2) ?? alpha2
        // Isolated, so that the plus sign stays in front in right-to-left text.
        return { name, uniqueId, label: `${emoji} ${name} (\u2066${callingCode}\u2069)` }
      })
      .toSorted((a, b) => a.name.localeCompare(b.name, language))
      .map(({ uniqueId, label }) => [uniqueId, label] as const)
  })
}

/** The region of each country that the form offers, for `formatPhone`. */
export function phoneRegions(): Readonly<Record<string, string>> {
  return Object.fromEntries(phoneCountries().map(({ uniqueId, alpha2 }) => [uniqueId, alpha2]))
}

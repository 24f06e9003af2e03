import { z } from 'zod'
import type { CatalogKey } from '#lib/answers/error-codes.ts'
import { describedBy, text } from '../common.ts'
import { user } from './users.ts'

const namePart = () => text().describe('1 to 64 characters, no control characters, no `<` or `>`.')

/** The profile in a request; a missing field is cleared. */
export const profileFields = z.object(
  describedBy(user, {
    username: text().describe(
      '2 to 24 letters, digits and `_`, first a letter; unique whatever its case.',
    ),
    givenName: namePart(),
    middleName: namePart(),
    familyName: namePart(),
    nickname: namePart(),
    website: text().describe('At most 96 characters, with or without `https://`.'),
    gender: text().describe('`female`, `male`, `other` (or 0, 1, 2); empty clears.'),
    dateOfBirth: text().describe('Date of birth: `YYYY-MM-DD`; empty clears.'),
    zoneInfoCountryName: text().describe(
      'At most 128 characters; the Account API takes that of the zone where the two do not fit.',
    ),
    zoneInfo: text(),
    locale: text().describe('Such as `pt-BR`.'),
  }),
)

export const profileErrors = [
  'validator.profile.username_taken',
  'validator.profile.username_invalid',
  'validator.profile.given_name_invalid',
  'validator.profile.middle_name_invalid',
  'validator.profile.family_name_invalid',
  'validator.profile.nickname_invalid',
  'validator.profile.website_invalid',
  'validator.profile.website_too_long',
  'validator.profile.gender_invalid',
  'validator.profile.dob_invalid_format',
  'validator.profile.dob_in_future',
  'validator.profile.zone_info_invalid',
  'validator.profile.locale_invalid',
] as const satisfies readonly CatalogKey[]

/** The phone number in a request; both fields empty clear it. */
export const phoneFields = z.object({
  phoneCountryUniqueId: text().describe(
    'Country of the number: a `uniqueId` of the phone countries; empty without a number.',
  ),
  phoneNumber: text().describe(
    'As it is dialled in the country, or international with `+` or `00`: at least 6 digits, and at most 15 with the ' +
      'calling code. Spaces, hyphens, brackets, slashes and dots do not count. Stored as the national significant ' +
      'number; empty clears.',
  ),
})

export const phoneErrors = [
  'validator.phone.country_invalid',
  'validator.phone.number_required',
  'validator.phone.number_too_short',
  'validator.phone.simple_pattern',
  'validator.phone.invalid_format',
  'validator.phone.number_too_long',
  'validator.phone.country_required',
] as const satisfies readonly CatalogKey[]

export const addressFields = z.object(
  describedBy(user, {
    addressLine1: text().describe('At most 60 characters.'),
    addressLine2: text().describe('At most 60 characters.'),
    addressLocality: text().describe('At most 60 characters.'),
    addressRegion: text().describe('At most 60 characters.'),
    addressPostalCode: text().describe('At most 30 characters.'),
    addressCountry: text().describe('In upper case; the Account API takes lower case too.'),
  }),
)

export const addressErrors = [
  'validator.address.line1_too_long',
  'validator.address.line2_too_long',
  'validator.address.locality_too_long',
  'validator.address.region_too_long',
  'validator.address.postal_code_too_long',
  'validator.address.country_invalid',
  'validator.address.angle_brackets',
] as const satisfies readonly CatalogKey[]

export const emailErrors = [
  'validator.email.required',
  'validator.email.invalid_format',
  'validator.email.too_long',
] as const satisfies readonly CatalogKey[]

export const passwordErrors = [
  'validator.password.too_short',
  'validator.password.too_long',
  'validator.password.lowercase_required',
  'validator.password.uppercase_required',
  'validator.password.number_required',
  'validator.password.special_char_required',
  'validator.password.too_common',
  'validator.password.breached',
] as const satisfies readonly CatalogKey[]

import { refuse } from '#lib/kernel/errors.ts'
import { codePoints } from '#lib/kernel/text.ts'
import { findPhoneCountry } from './phone-countries.ts'

/** A phone number as it is sent; both empty clears it. */
export interface PhoneNumber {
  /** A `uniqueId` of `phoneCountries`. */
  readonly phoneCountryUniqueId: string
  readonly phoneNumber: string
}

/** The columns a phone number is stored in. */
export interface PhoneColumns {
  readonly phoneNumberCountryUniqueId: string
  readonly phoneNumberCountryCallingCode: string
  readonly phoneNumber: string
}

const minDigits = 6
const maxLength = 30
/** Digits with single spaces or hyphens between them. */
const form = /^[0-9](?:[- ]?[0-9])*$/
const rising = '0123456789'
const falling = '9876543210'

/**
 * Checks a phone number (wire contract §7.3, "phone").
 * @returns the columns to store, trimmed; all empty when neither country nor number was sent
 * @throws Refusal validator.phone.country_invalid, .number_required, .number_too_short,
 *   .simple_pattern, .invalid_format, .number_too_long, .country_required (in this order)
 */
export function checkPhone(sent: PhoneNumber): PhoneColumns {
  const number = sent.phoneNumber.trim()
  const uniqueId = sent.phoneCountryUniqueId.trim()
  const country = uniqueId === '' ? null : findPhoneCountry(uniqueId)
  if (uniqueId !== '' && !country) throw refuse('validator.phone.country_invalid')
  if (number !== '') requireNumber(number)
  else if (country) throw refuse('validator.phone.number_required')
  if (number !== '' && !country) throw refuse('validator.phone.country_required')
  return {
    phoneNumberCountryUniqueId: uniqueId,
    phoneNumberCountryCallingCode: country?.callingCode ?? '',
    phoneNumber: number,
  }
}

function requireNumber(number: string): void {
  const digits = number.replaceAll(/[ -]/g, '')
  if (codePoints(digits) < minDigits) {
    throw refuse('validator.phone.number_too_short', { parameters: { min: minDigits } })
  }
  const isRun = rising.includes(digits) || falling.includes(digits)
  if (isRun || /^([0-9])\1+$/.test(digits)) throw refuse('validator.phone.simple_pattern')
  if (!form.test(number)) throw refuse('validator.phone.invalid_format')
  if (codePoints(number) > maxLength) {
    throw refuse('validator.phone.number_too_long', { parameters: { max: maxLength } })
  }
}

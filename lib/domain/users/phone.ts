import type { CountryCode, PhoneNumber as ParsedNumber } from 'libphonenumber-js/min'
import { refuse } from '#lib/answers/refusal.ts'
import { codePoints } from '#lib/base/text/text.ts'
import { asciiDigits } from '#lib/base/text/typed.ts'
import { findPhoneCountry, type PhoneCountry, phoneCountries } from './phone-countries.ts'

/** A phone number as sent; both fields empty clear it. */
export interface PhoneNumber {
  /** A `uniqueId` of `phoneCountries`. */
  readonly phoneCountryUniqueId: string
  readonly phoneNumber: string
}

export interface PhoneColumns {
  readonly phoneNumberCountryUniqueId: string
  readonly phoneNumberCountryCallingCode: string
  readonly phoneNumber: string
}

const minDigits = 6
/** ITU-T E.164 section 6.2.1; includes the calling code. */
const maxDigits = 15
/** Separators that users type between digits; they carry no meaning. */
const separators = /[\s()[\]{}/\\.·•~_\p{Pd}\u2212]/gu
const rising = '0123456789'
const falling = '9876543210'

/**
 * Checks a phone number: national as dialled in the country, or international with `+` or `00`. When an international
 * number names another country, that country replaces the one sent.
 * @returns the columns to store, with the national significant number; all empty when neither country nor number was
 *   sent
 * @throws Refusal validator.phone.country_invalid, .number_required, .number_too_short, .simple_pattern,
 *   .invalid_format, .number_too_long, .country_required (in this order)
 */
export async function checkPhone(sent: PhoneNumber): Promise<PhoneColumns> {
  const number = dialled(sent.phoneNumber)
  const uniqueId = sent.phoneCountryUniqueId.trim()
  const country = uniqueId === '' ? null : findPhoneCountry(uniqueId)
  if (uniqueId !== '' && !country) throw refuse('validator.phone.country_invalid')
  if (number !== '') requireNumber(number)
  else if (country) throw refuse('validator.phone.number_required')
  if (number !== '' && !country) throw refuse('validator.phone.country_required')
  return country ? columnsOf(country, number) : columns(null, '')
}

/**
 * Formats a stored number for applications, in E.164 (OpenID Connect Core 1.0 section 5.1). Older numbers were stored
 * as typed, with a national prefix, and are parsed as such.
 */
export async function phoneClaim({
  phoneNumberCountryUniqueId: uniqueId,
  phoneNumberCountryCallingCode: callingCode,
  phoneNumber,
}: PhoneColumns): Promise<string> {
  const country = findPhoneCountry(uniqueId)
  const number = dialled(phoneNumber)
  if (number === '' || callingCode.trim() === '') return phoneNumber
  const { parsePhoneNumberFromString } = await library()
  const code = country ? await baseCode(country) : callingCode
  const stored = parsePhoneNumberFromString(`${code}${number}`)
  if (stored?.isValid()) return stored.number
  const typed = country && (await parse(country, number))
  if (typed?.isValid()) return typed.number
  return stored?.number ?? typed?.number ?? `${callingCode}${number}`
}

/** Keeps the digits and plus sign of a typed number and any other character except separators. */
function dialled(typed: string): string {
  return asciiDigits(typed.normalize('NFKC'))
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .replace(/^tel:/i, '')
    .replaceAll(separators, '')
}

function requireNumber(number: string): void {
  if (codePoints(number) < minDigits) {
    throw refuse('validator.phone.number_too_short', { parameters: { min: minDigits } })
  }
  if (isPattern(number)) throw refuse('validator.phone.simple_pattern')
  if (!/^\+?[0-9]+$/.test(number)) throw refuse('validator.phone.invalid_format')
}

function isPattern(digits: string): boolean {
  return rising.includes(digits) || falling.includes(digits) || /^([0-9])\1+$/.test(digits)
}

async function columnsOf(country: PhoneCountry, number: string): Promise<PhoneColumns> {
  const parsed = await parse(country, number)
  const digits = parsed?.number.length ?? number.length
  if (digits > maxDigits + 1) {
    throw refuse('validator.phone.number_too_long', { parameters: { max: maxDigits } })
  }
  const found = parsed && countryOf(country, parsed)
  if (!found) throw refuse('validator.phone.invalid_format')
  return columns(found, parsed.nationalNumber)
}

function columns(country: PhoneCountry | null, phoneNumber: string): PhoneColumns {
  return {
    phoneNumberCountryUniqueId: country?.uniqueId ?? '',
    phoneNumberCountryCallingCode: country?.callingCode ?? '',
    phoneNumber,
  }
}

/** Some countries use another international prefix than `00`, but users everywhere write `00`. */
async function parse(country: PhoneCountry, number: string): Promise<ParsedNumber | undefined> {
  const { parsePhoneNumberFromString } = await library()
  const abroad = number.startsWith('00')
    ? parsePhoneNumberFromString(`+${number.slice(2)}`)
    : undefined
  if (abroad?.isPossible()) return abroad
  const defaultCountry = country.alpha2 as CountryCode
  const parsed = parsePhoneNumberFromString(number, { defaultCountry, extract: false })
  if (parsed?.isPossible() || !(await hasAreaCode(country))) return parsed
  // In these countries the area code belongs to the calling code, so the user may have left it out.
  return parsePhoneNumberFromString(`${country.callingCode}${number}`) ?? parsed
}

/** Prefers the chosen country if the number can belong to it; otherwise takes the country that the number names. */
function countryOf(chosen: PhoneCountry, parsed: ParsedNumber): PhoneCountry | undefined {
  const of = (alpha2: string | undefined) =>
    phoneCountries().filter((country) => country.alpha2 === alpha2)
  return [chosen, ...of(chosen.alpha2), ...of(parsed.country)].find(({ callingCode }) =>
    parsed.number.startsWith(callingCode),
  )
}

async function hasAreaCode(country: PhoneCountry): Promise<boolean> {
  return country.callingCode !== (await baseCode(country))
}

async function baseCode({ alpha2 }: PhoneCountry): Promise<string> {
  const { getCountryCallingCode } = await library()
  return `+${getCountryCallingCode(alpha2 as CountryCode)}`
}

/** Few users have a phone number, so the library is loaded on first use. */
function library() {
  return import('libphonenumber-js/min')
}

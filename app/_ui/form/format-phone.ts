import type { CountryCode } from 'libphonenumber-js/min'

/**
 * Formats a number that the visitor typed, as people write it in the chosen country; a number of another country gets
 * its calling code. A number that makes no sense stays. The library is loaded for the first number.
 * @param regions ISO 3166-1 alpha-2 codes by the values of the select for the country
 * @returns true when the input changed
 */
export async function formatPhone(
  input: HTMLInputElement,
  regions: Readonly<Record<string, string>>,
): Promise<boolean> {
  const typed = input.value
  const country = input.form?.elements.namedItem('phoneCountryUniqueId')
  const region = country instanceof HTMLSelectElement ? regions[country.value] : undefined
  if (typed === input.defaultValue || !region) return false
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/min')
  const parsed = parsePhoneNumberFromString(typed, { defaultCountry: region as CountryCode })
  if (!parsed?.isValid() || input.value !== typed) return false
  input.value = parsed.country === region ? parsed.formatNational() : parsed.formatInternational()
  return input.value !== typed
}

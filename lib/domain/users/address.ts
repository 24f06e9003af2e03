import type { CatalogKey } from '#lib/answers/error-codes.ts'
import { refuse } from '#lib/answers/refusal.ts'
import { codePoints } from '#lib/base/text/text.ts'
import { requireNoAngleBrackets } from '../values/descriptions.ts'
import { isCountry } from './countries.ts'

/** A postal address as sent; '' clears a field. */
export interface PostalAddress {
  readonly addressLine1: string
  readonly addressLine2: string
  readonly addressLocality: string
  readonly addressRegion: string
  readonly addressPostalCode: string
  /** ISO 3166-1 alpha-2 in upper case. */
  readonly addressCountry: string
}

/** The free-text fields in the order of their checks, with their maximum lengths in characters. */
const parts: readonly [keyof PostalAddress, CatalogKey, number][] = [
  ['addressLine1', 'validator.address.line1_too_long', 60],
  ['addressLine2', 'validator.address.line2_too_long', 60],
  ['addressLocality', 'validator.address.locality_too_long', 60],
  ['addressRegion', 'validator.address.region_too_long', 60],
  ['addressPostalCode', 'validator.address.postal_code_too_long', 30],
]

/**
 * Checks a postal address.
 * @returns the columns to store, trimmed
 * @throws Refusal validator.address.* in the order of the fields, `angle_brackets` last
 */
export function checkAddress(sent: PostalAddress): PostalAddress {
  const address: PostalAddress = {
    addressLine1: sent.addressLine1.trim(),
    addressLine2: sent.addressLine2.trim(),
    addressLocality: sent.addressLocality.trim(),
    addressRegion: sent.addressRegion.trim(),
    addressPostalCode: sent.addressPostalCode.trim(),
    addressCountry: sent.addressCountry.trim(),
  }
  for (const [part, key, max] of parts) {
    if (codePoints(address[part]) > max) throw refuse(key, { parameters: { max } })
  }
  if (address.addressCountry !== '' && !isCountry(address.addressCountry)) {
    throw refuse('validator.address.country_invalid')
  }
  for (const [part] of parts) {
    requireNoAngleBrackets(address[part], 'validator.address.angle_brackets')
  }
  return address
}

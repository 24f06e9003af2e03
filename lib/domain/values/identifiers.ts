import { type Refusal, refuse } from '#lib/answers/refusal.ts'
import { isUuid } from '#lib/base/crypto/uuid.ts'
import { codePoints } from '#lib/base/text/text.ts'
import { isUniqueViolation } from '#lib/persistence/errors.ts'
import { hasIdentifierForm, identifierLength } from './forms.ts'
import { invalidValue } from './validation.ts'

/**
 * Checks the identifier of a group, resource, permission or client. It has 3 to 38 characters: letters, digits, `-` and
 * `_`. It starts with a letter, ends with a letter or digit, and has neither `--` nor `__`.
 * @param identifier as sent, not trimmed
 * @throws Refusal validator.identifier.too_long, .too_short, .invalid_format (in this order)
 */
export function requireIdentifier(identifier: string): void {
  requireLengthAtMost(identifier)
  const { min } = identifierLength
  if (codePoints(identifier) < min) {
    throw refuse('validator.identifier.too_short', { parameters: { min } })
  }
  requireForm(identifier)
}

/**
 * Checks a client identifier like any other, and refuses UUIDs. A client's own tokens carry its identifier as `sub`,
 * and it must not be mistaken for a user's (RFC 9068 section 5).
 * @param identifier as sent, not trimmed
 * @throws Refusal validator.identifier.too_long, .too_short, .invalid_format (in this order)
 */
export function requireClientIdentifier(identifier: string): void {
  requireIdentifier(identifier)
  if (!isUuid(identifier)) return
  throw refuse('validator.identifier.invalid_format', {
    text: 'validator.identifier.is_uuid',
  })
}

/**
 * Checks the key of an attribute like an identifier, except that one character is enough.
 * @param key as sent, not trimmed
 * @throws Refusal validator.identifier.too_long, .invalid_format (in this order)
 */
export function requireKey(key: string): void {
  requireLengthAtMost(key)
  requireForm(key)
}

function requireLengthAtMost(identifier: string): void {
  const { max } = identifierLength
  if (codePoints(identifier) > max) {
    throw refuse('validator.identifier.too_long', { parameters: { max } })
  }
}

function requireForm(identifier: string): void {
  if (!hasIdentifierForm(identifier)) throw refuse('validator.identifier.invalid_format')
}

/**
 * The refusal for an identifier that belongs to another record.
 * @param field the field's name, for the description
 */
export function identifierTaken(field: string): Refusal {
  return invalidValue(`Another record already has this value of '${field}'.`)
}

/**
 * For the `catch` of a transaction: turns a unique violation from a race into the refusal of the earlier check.
 * @param field the field's name, for the description
 */
export function refuseTaken(field: string): (error: unknown) => never {
  return (error) => {
    throw isUniqueViolation(error) ? identifierTaken(field) : error
  }
}

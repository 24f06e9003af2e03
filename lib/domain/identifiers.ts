import { type Refusal, refuse } from '#lib/kernel/errors.ts'
import { codePoints } from '#lib/kernel/text.ts'
import { isUuid } from '#lib/kernel/uuid.ts'
import { isUniqueViolation } from '#lib/persistence/errors.ts'
import { hasIdentifierForm, identifierLength } from './forms.ts'
import { invalidValue } from './validation.ts'

/**
 * The identifier rule of groups, resources, permissions and clients: 3 to 38
 * characters, letters, digits, `-` and `_`, first a letter, last a letter or digit, no `--`, no `__`.
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
 * The rule for client identifiers: that of the others, and no UUID. In a client's own tokens its identifier stands
 * where that of a user stands in theirs (`sub`), and may not be taken for it (RFC 9068 section 5).
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
 * The rule for keys of attributes: that of identifiers, but one character is enough.
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
 * What to throw when an identifier belongs to another record already.
 * @param field the field's name, for the description
 */
export function identifierTaken(field: string): Refusal {
  return invalidValue(`Another record already has this value of '${field}'.`)
}

/**
 * Turns the unique index's answer to a race into the refusal that the check before it would have
 * given; for the `catch` of a transaction.
 * @param field the field's name, for the description
 */
export function refuseTaken(field: string): (error: unknown) => never {
  return (error) => {
    throw isUniqueViolation(error) ? identifierTaken(field) : error
  }
}

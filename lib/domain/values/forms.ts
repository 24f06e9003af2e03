import { codePoints } from '#lib/base/text/text.ts'

// Rules for values that the environment may set too. The configuration imports this file, so it must have no side
// effects.

/** In characters (docs/specification.md "Limits"). */
export const maxEmailLength = 60

/** Maximum length of the installation's name, in characters. */
export const maxAppNameLength = 30

/** Length of an identifier, in characters. */
export const identifierLength = { min: 3, max: 38 } as const

/** Starts with a letter and ends with a letter or digit. */
const identifier = /^[a-zA-Z](?:[a-zA-Z0-9_-]*[a-zA-Z0-9])?$/
/** Characters that need no escaping in a header or a form. */
const secret = /^[0-9A-Za-z._-]{60,255}$/

/**
 * True for an identifier of any length: letters, digits, `-` and `_`. It starts with a letter, ends with a letter or
 * digit, and has neither `--` nor `__`.
 */
export function hasIdentifierForm(text: string): boolean {
  return identifier.test(text) && !text.includes('--') && !text.includes('__')
}

/** True for text with the form and the length of an identifier. */
export function isIdentifier(text: string): boolean {
  const length = codePoints(text)
  const { min, max } = identifierLength
  return length >= min && length <= max && hasIdentifierForm(text)
}

/** True for a client secret as a caller may choose it: 60 to 255 characters of `[0-9A-Za-z._-]`. */
export function isClientSecret(text: string): boolean {
  return secret.test(text)
}

/** True for text that could act as mark-up on a page that does not escape it. */
export function hasAngleBrackets(text: string): boolean {
  return /[<>]/.test(text)
}

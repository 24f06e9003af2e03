import { codePoints } from '#lib/kernel/text.ts'

// Rules for values that the environment may set too. The configuration reads this file, so it is pure.

/** The most characters an email address may have (docs/specification.md "Limits"). */
export const maxEmailLength = 60

/** The most characters the name of the installation may have. */
export const maxAppNameLength = 30

/** How many characters an identifier has. */
export const identifierLength = { min: 3, max: 38 } as const

/** A letter first, a letter or digit last. */
const identifier = /^[a-zA-Z](?:[a-zA-Z0-9_-]*[a-zA-Z0-9])?$/
/** Characters that stand unescaped in a header and in a form. */
const secret = /^[0-9A-Za-z._-]{60,255}$/

/**
 * True for letters, digits, `-` and `_`, first a letter, last a letter or digit, without `--` and `__`; of
 * whatever length.
 */
export function hasIdentifierForm(text: string): boolean {
  return identifier.test(text) && !text.includes('--') && !text.includes('__')
}

/** True for a whole identifier: its form, and neither too short nor too long. */
export function isIdentifier(text: string): boolean {
  const length = codePoints(text)
  const { min, max } = identifierLength
  return length >= min && length <= max && hasIdentifierForm(text)
}

/** True for a client secret that somebody chose: 60 to 255 characters of `[0-9A-Za-z._-]`. */
export function isClientSecret(text: string): boolean {
  return secret.test(text)
}

/** True for a text that could look like mark-up where somebody shows it without care. */
export function hasAngleBrackets(text: string): boolean {
  return /[<>]/.test(text)
}

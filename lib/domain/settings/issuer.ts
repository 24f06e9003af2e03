import { requireNoAngleBrackets } from '../values/descriptions.ts'
import { hasIdentifierForm } from '../values/forms.ts'
import { invalidField, requireCharactersAtMost } from '../values/validation.ts'

const maxLength = 60
/** Scheme, host and path, without user information, query and fragment (RFC 8414 section 2). */
const uri = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#@]+(?:\/[^?#]*)?$/
const printable = /^[\x21-\x7e]*$/

/**
 * Checks the issuer of tokens (docs/specification.md "Global settings bodies"). With a colon it must be a URI; without
 * one, an identifier of at least three characters.
 * @param issuer trimmed
 * @throws Refusal VALIDATION_ERROR, validator.settings_issuer.angle_brackets
 */
export function requireIssuer(issuer: string): void {
  const isFit = issuer.includes(':') ? isUri(issuer) : isIdentifier(issuer)
  if (!isFit) {
    throw invalidField('issuer', 'must be a URI with scheme and host, or an identifier')
  }
  requireCharactersAtMost(issuer, maxLength, 'issuer')
  requireNoAngleBrackets(issuer, 'validator.settings_issuer.angle_brackets')
}

function isUri(issuer: string): boolean {
  return uri.test(issuer) && printable.test(issuer) && URL.canParse(issuer)
}

function isIdentifier(issuer: string): boolean {
  return issuer.length >= 3 && hasIdentifierForm(issuer)
}

import type { Parameters } from '#lib/base/text/parameters.ts'
import { codePoints, cutCodePoints } from '#lib/base/text/text.ts'
import { normalizePassword, withoutInvisible } from '#lib/base/text/typed.ts'
import { maxTypedEmailLength } from '#lib/domain/email/email-address.ts'
import { normalizeEmail } from '#lib/domain/email/email-form.ts'
import { maxPasswordLength } from '#lib/domain/passwords/password-rules.ts'

/** An email and a password as the sign-in page sends them. */
export interface Attempt {
  /** Normalised for the lookup. */
  readonly email: string
  /** As the field shows it again. */
  readonly typed: string
  readonly password: string
}

/** Reads what was typed. The password is '' where the form has none. */
export function readAttempt(form: Parameters): Attempt {
  const typed = cutCodePoints(withoutInvisible(form.value('email') ?? ''), maxTypedEmailLength + 1)
  return { typed, email: normalizeEmail(typed), password: form.value('password') ?? '' }
}

/** No account has such a password, so the sentence about it says nothing about any account. */
export function isTooLong(password: string): boolean {
  return codePoints(normalizePassword(password)) > maxPasswordLength
}

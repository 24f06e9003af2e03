import { refuse } from '#lib/answers/refusal.ts'
import { randomToken } from '#lib/base/crypto/random.ts'
import type { Context } from '#lib/context.ts'
import { isEmailTooLong, requireEmailForm, requireFreeEmail } from '../email/email-address.ts'
import { normalizeEmail } from '../email/email-form.ts'
import { linkCodeBytes } from '../mail/link-codes.ts'
import { requireMailEnabled } from '../mail/mail-settings.ts'
import { hashPassword } from '../passwords/password.ts'
import { requireNewPassword } from '../passwords/password-policy.ts'
import { invalidField, requireField, requireNotBlank } from '../values/validation.ts'
import { checkNames, type Names } from './profile.ts'
import type { NewUser } from './users.ts'

/** A new user as an administrator entered it. */
export interface NewUserRequest extends Names {
  readonly email: string
  readonly emailVerified: boolean
  /** `now` or `email`; '' means `now`. */
  readonly setPasswordType: string
  /** Ignored with `email`. */
  readonly password: string
}

/**
 * Checks an administrator's input for a new user, in the order of the refusals below, and hashes the password.
 * @throws Refusal VALIDATION_ERROR, validator.email.invalid_format, EMAIL_TOO_LONG, EMAIL_ALREADY_EXISTS,
 *   validator.profile.*, SMTP_NOT_ENABLED, validator.password.*
 */
export async function checkNewUser(ctx: Context, sent: NewUserRequest): Promise<NewUser> {
  const email = normalizeEmail(sent.email)
  requireNotBlank(email, 'email')
  requireEmailForm(email)
  if (isEmailTooLong(email)) throw refuse('EMAIL_TOO_LONG')
  await requireFreeEmail(ctx, email)
  const names = checkNames(sent)
  const common = { email, emailVerified: sent.emailVerified, ...names }
  switch (sent.setPasswordType) {
    case 'email':
      requireMailEnabled(ctx)
      return { ...common, passwordHash: '', resetCode: randomToken(linkCodeBytes) }
    case 'now':
    case '':
      return { ...common, passwordHash: await hashNewPassword(ctx, sent.password, email) }
    default:
      throw invalidField('setPasswordType', "must be 'now' or 'email'")
  }
}

async function hashNewPassword(ctx: Context, password: string, email: string): Promise<string> {
  requireField(password, 'password')
  await requireNewPassword(ctx, password, email)
  return hashPassword(password)
}

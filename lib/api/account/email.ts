import * as contract from '#lib/api/contract/account/email.ts'
import { operation } from '#lib/api/operation.ts'
import { verificationToWire } from '#lib/api/wire/email-verification.ts'
import { userToWire } from '#lib/api/wire/users.ts'
import { adminTransaction } from '#lib/context.ts'
import { refuseTakenEmail, requireFreeEmail } from '#lib/domain/email/email-address.ts'
import { changeOwnEmail } from '#lib/domain/email/email-change.ts'
import { requireChosenEmail } from '#lib/domain/email/email-domains.ts'
import { normalizeEmail } from '#lib/domain/email/email-form.ts'
import {
  sendVerificationCode,
  takeVerificationCode,
} from '#lib/domain/email/own-email-verification.ts'
import { requireMailEnabled } from '#lib/domain/mail/mail-settings.ts'
import { requireUser } from '#lib/domain/permissions/caller.ts'
import { confirmChange, offersConfirmation } from '#lib/domain/sign-in/change-confirmation.ts'
import { refuseReplay } from '#lib/domain/sign-in/otp-replay.ts'
import { requireField } from '#lib/domain/values/validation.ts'

/**
 * Replaces the email address. The password is checked first, so that without it nothing is revealed about other
 * users' addresses.
 */
export const updateOwnEmail = operation(contract.updateOwnEmail, async (ctx, input) => {
  const caller = requireUser(input.caller)
  const { user, session } = caller
  const body = input.body()
  const { currentPassword: password, otpCode, confirmation } = body
  const sent = { password, otpCode, confirmation }
  if (!offersConfirmation(ctx, user, sent)) requireField(password, 'currentPassword')
  const email = normalizeEmail(body.email)
  // A confirmation may work once: no refused address spends it.
  if (password === '' && email !== user.email) requireChosenEmail(ctx, email)
  const confirmed = await confirmChange(ctx, caller, sent)
  if (email === user.email) return { user: userToWire(user) }
  requireChosenEmail(ctx, email)
  await requireFreeEmail(ctx, email, user.id)
  const changed = await adminTransaction(ctx, (tx) => changeOwnEmail(tx, confirmed, email, session))
    .catch((error) => refuseReplay(ctx, user, error))
    .catch(refuseTakenEmail)
  return { user: userToWire(changed) }
})

/** Mails a code that verifies the address. */
export const sendEmailVerification = operation(
  contract.sendEmailVerification,
  async (ctx, { caller }) => {
    const { user } = requireUser(caller)
    requireMailEnabled(ctx)
    return verificationToWire(await sendVerificationCode(ctx, user))
  },
)

export const verifyEmail = operation(contract.verifyEmail, async (ctx, input) => {
  const { user } = requireUser(input.caller)
  requireMailEnabled(ctx)
  const { verificationCode } = input.body()
  if (user.emailVerified) return { user: userToWire(user) }
  return { user: userToWire(await takeVerificationCode(ctx, user, verificationCode)) }
})

import * as contract from '#lib/api/contract/account/pending-email.ts'
import { operation } from '#lib/api/operation.ts'
import { userToWire } from '#lib/api/wire/users.ts'
import { refuseTakenEmail, requireFreeEmail } from '#lib/domain/email/email-address.ts'
import { requireChosenEmail } from '#lib/domain/email/email-domains.ts'
import { normalizeEmail } from '#lib/domain/email/email-form.ts'
import * as pending from '#lib/domain/email/pending-email.ts'
import { requireMailEnabled } from '#lib/domain/mail/mail-settings.ts'
import { requireUser } from '#lib/domain/permissions/caller.ts'
import { confirmChange, offersConfirmation } from '#lib/domain/sign-in/change-confirmation.ts'
import { refuseReplay } from '#lib/domain/sign-in/otp-replay.ts'
import { requireField } from '#lib/domain/values/validation.ts'

export const getPendingEmail = operation(contract.getPendingEmail, async (_, { caller }) => ({
  pendingEmail: pending.pendingEmailOf(requireUser(caller).user),
}))

/** Asks for a new address. The password is checked first, as for `updateOwnEmail`. */
export const requestEmailChange = operation(contract.requestEmailChange, async (ctx, input) => {
  const caller = requireUser(input.caller)
  requireMailEnabled(ctx)
  const { user, session } = caller
  const body = input.body()
  const { currentPassword: password, otpCode, confirmation } = body
  const sent = { password, otpCode, confirmation }
  if (!offersConfirmation(ctx, user, sent)) requireField(password, 'currentPassword')
  const email = normalizeEmail(body.email)
  // A confirmation may work once: no refused address spends it.
  if (password === '' && email !== user.email) requireChosenEmail(ctx, email)
  const confirmed = await confirmChange(ctx, caller, sent)
  if (email === user.email) return { pendingEmail: pending.pendingEmailOf(user) }
  requireChosenEmail(ctx, email)
  await requireFreeEmail(ctx, email, user.id)
  const changed = await pending
    .requestEmailChange(ctx, confirmed, email, session)
    .catch((error) => refuseReplay(ctx, user, error))
  return { pendingEmail: pending.pendingEmailOf(changed) }
})

/** Cancels the request; succeeds without one. */
export const cancelEmailChange = operation(contract.cancelEmailChange, async (ctx, { caller }) => {
  await pending.cancelEmailChange(ctx, requireUser(caller).user)
  return { success: true }
})

export const resendEmailChangeCode = operation(
  contract.resendEmailChangeCode,
  async (ctx, { caller }) => {
    const { user } = requireUser(caller)
    requireMailEnabled(ctx)
    await pending.resendEmailChangeCode(ctx, user)
    return { pendingEmail: pending.pendingEmailOf(user) }
  },
)

export const confirmEmailChange = operation(contract.confirmEmailChange, async (ctx, input) => {
  const { user, session } = requireUser(input.caller)
  const { verificationCode } = input.body()
  const changed = await pending
    .confirmEmailChange(ctx, user, verificationCode, session)
    .catch(refuseTakenEmail)
  return { user: userToWire(changed) }
})

import * as contract from '#lib/api/contract/account/password.ts'
import { operation } from '#lib/api/operation.ts'
import { userToWire } from '#lib/api/wire/users.ts'
import { adminTransaction } from '#lib/context.ts'
import * as ownPassword from '#lib/domain/passwords/own-password.ts'
import { hashPassword } from '#lib/domain/passwords/password.ts'
import { requireNewPassword } from '#lib/domain/passwords/password-policy.ts'
import { requireUser } from '#lib/domain/permissions/caller.ts'
import { confirmChange, offersConfirmation } from '#lib/domain/sign-in/change-confirmation.ts'
import { refuseReplay } from '#lib/domain/sign-in/otp-replay.ts'
import { requireField } from '#lib/domain/values/validation.ts'

/** Changes the password. The calling session stays; everything else ends. */
export const changeOwnPassword = operation(contract.changeOwnPassword, async (ctx, input) => {
  const caller = requireUser(input.caller)
  const { currentPassword: password, newPassword, otpCode, confirmation } = input.body()
  const sent = { password, otpCode, confirmation }
  if (!offersConfirmation(ctx, caller.user, sent)) requireField(password, 'currentPassword')
  requireField(newPassword, 'newPassword')
  const isAllowed = () => requireNewPassword(ctx, newPassword, caller.user.email)
  // A confirmation may work once: no refused password spends it.
  if (password === '') await isAllowed()
  const confirmed = await confirmChange(ctx, caller, sent)
  if (password !== '') await isAllowed()
  const hash = await hashPassword(newPassword, ctx)
  const user = await adminTransaction(ctx, (tx) =>
    ownPassword.changeOwnPassword(tx, caller, confirmed, hash),
  ).catch((error) => refuseReplay(ctx, caller.user, error))
  return { user: userToWire(user) }
})

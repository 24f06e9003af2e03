import { refuse } from '#lib/answers/refusal.ts'
import * as contract from '#lib/api/contract/admin/user-authentication.ts'
import { operation } from '#lib/api/operation.ts'
import { userToWire } from '#lib/api/wire/users.ts'
import { adminTransaction } from '#lib/context.ts'
import { hashPassword } from '#lib/domain/passwords/password.ts'
import { checkPasswordLink, sendPasswordLink } from '#lib/domain/passwords/password-link.ts'
import { requireNewPassword } from '#lib/domain/passwords/password-policy.ts'
import { guardUser } from '#lib/domain/permissions/administrators.ts'
import { actorOf } from '#lib/domain/permissions/caller.ts'
import { disableOtp, findUser, setEnabled, setPassword } from '#lib/domain/users/users.ts'
import { invalidValue, requireField } from '#lib/domain/values/validation.ts'

/** Sets a user's password and ends every session and token obtained with the previous one. */
export const setUserPassword = operation(contract.setUserPassword, async (ctx, input) => {
  const { caller, authorized } = input
  const { newPassword } = input.body()
  requireField(newPassword, 'newPassword')
  const known = await findUser(ctx, input.params.id)
  const { id, email } = known
  await requireNewPassword(ctx, newPassword, email)
  const allowed = await guardUser(ctx, authorized, id)
  const hash = await hashPassword(newPassword)
  const user = await adminTransaction(allowed, (tx) =>
    setPassword(tx, known, hash, actorOf(caller)),
  )
  return { user: userToWire(user) }
})

/** Enables or disables a user; repeating the current value changes nothing. */
export const setUserEnabled = operation(contract.setUserEnabled, async (ctx, input) => {
  const { caller, authorized } = input
  const { enabled } = input.body()
  const { id } = await findUser(ctx, input.params.id)
  const allowed = await guardUser(ctx, authorized, id, { mayTakeManage: true })
  const user = await adminTransaction(allowed, (tx) => setEnabled(tx, id, enabled, actorOf(caller)))
  return { user: userToWire(user) }
})

/** Disables two-factor authentication; only the user can enable it. */
export const setUserOtp = operation(contract.setUserOtp, async (ctx, input) => {
  const { caller, authorized } = input
  if (input.body().enabled) {
    throw invalidValue('Two-factor authentication can only be switched off here.')
  }
  const { id, otpEnabled } = await findUser(ctx, input.params.id)
  if (!otpEnabled) throw refuse('OTP_NOT_ENABLED')
  const allowed = await guardUser(ctx, authorized, id)
  const user = await adminTransaction(allowed, (tx) =>
    disableOtp(tx, id, { loggedInUser: actorOf(caller) }),
  )
  return { user: userToWire(user) }
})

/** Mails a user a link to set a password. */
export const sendUserPasswordLink = operation(
  contract.sendUserPasswordLink,
  async (ctx, { caller, authorized, params }) => {
    const user = await findUser(ctx, params.id)
    checkPasswordLink(ctx, user)
    const allowed = await guardUser(ctx, authorized, user.id)
    await sendPasswordLink(allowed, user, actorOf(caller))
    return { success: true }
  },
)

import * as contract from '#lib/api/contract/admin/user-profile.ts'
import { operation } from '#lib/api/operation.ts'
import { userToWire } from '#lib/api/wire/users.ts'
import { adminTransaction } from '#lib/context.ts'
import {
  refuseTakenEmail,
  requireEmail,
  requireFreeEmail,
} from '#lib/domain/email/email-address.ts'
import { changeEmail } from '#lib/domain/email/email-change.ts'
import { normalizeEmail } from '#lib/domain/email/email-form.ts'
import { issueVerificationCode } from '#lib/domain/email/email-verification.ts'
import { guardUser } from '#lib/domain/permissions/administrators.ts'
import { actorOf } from '#lib/domain/permissions/caller.ts'
import { checkAddress } from '#lib/domain/users/address.ts'
import { checkPhone } from '#lib/domain/users/phone.ts'
import { checkProfile, refuseTakenUsername } from '#lib/domain/users/profile.ts'
import { changeUser, findUser } from '#lib/domain/users/users.ts'

/** Replaces a user's profile; omitted fields are cleared. */
export const updateUserProfile = operation(contract.updateUserProfile, async (ctx, input) => {
  const { caller, authorized } = input
  const body = input.body()
  const { id } = await findUser(ctx, input.params.id)
  const profile = await checkProfile(ctx, body, id)
  const allowed = await guardUser(ctx, authorized, id)
  const entry = { event: 'updated_user_profile', loggedInUser: actorOf(caller) } as const
  const user = await adminTransaction(allowed, (tx) =>
    changeUser(tx, id, { ...profile }, entry),
  ).catch(refuseTakenUsername)
  return { user: userToWire(user) }
})

/** Replaces a user's email address; pending codes for the previous one become invalid. */
export const updateUserEmail = operation(contract.updateUserEmail, async (ctx, input) => {
  const { caller, authorized } = input
  const body = input.body()
  const { id } = await findUser(ctx, input.params.id)
  const email = normalizeEmail(body.email)
  requireEmail(email)
  await requireFreeEmail(ctx, email, id)
  const allowed = await guardUser(ctx, authorized, id)
  const { emailVerified } = body
  const user = await adminTransaction(allowed, (tx) =>
    changeEmail(tx, id, { email, emailVerified }, actorOf(caller)),
  ).catch(refuseTakenEmail)
  return { user: userToWire(user) }
})

/** Generates a code with which the user verifies the address; nothing is mailed. */
export const generateUserEmailVerificationCode = operation(
  contract.generateUserEmailVerificationCode,
  async (ctx, { caller, authorized, params }) => {
    const user = await findUser(ctx, params.id)
    const allowed = await guardUser(ctx, authorized, user.id)
    const issued = await adminTransaction(allowed, (tx) =>
      issueVerificationCode(tx, user, actorOf(caller)),
    )
    return {
      verificationCode: issued.code,
      verificationCodeExpiresAt: issued.expiresAt.toISOString(),
      userId: user.id,
      email: user.email,
    }
  },
)

/** Replaces a user's phone number; an empty country and number clear it. */
export const updateUserPhone = operation(contract.updateUserPhone, async (ctx, input) => {
  const { caller, authorized } = input
  const body = input.body()
  const { id } = await findUser(ctx, input.params.id)
  const phone = await checkPhone(body)
  const allowed = await guardUser(ctx, authorized, id)
  const phoneNumberVerified = phone.phoneNumber !== '' && body.phoneNumberVerified
  const entry = { event: 'updated_user_phone', loggedInUser: actorOf(caller) } as const
  const user = await adminTransaction(allowed, (tx) =>
    changeUser(tx, id, { ...phone, phoneNumberVerified }, entry),
  )
  return { user: userToWire(user) }
})

export const updateUserAddress = operation(contract.updateUserAddress, async (ctx, input) => {
  const { caller, authorized } = input
  const body = input.body()
  const { id } = await findUser(ctx, input.params.id)
  const address = checkAddress(body)
  const allowed = await guardUser(ctx, authorized, id)
  const entry = { event: 'updated_user_address', loggedInUser: actorOf(caller) } as const
  const user = await adminTransaction(allowed, (tx) => changeUser(tx, id, { ...address }, entry))
  return { user: userToWire(user) }
})

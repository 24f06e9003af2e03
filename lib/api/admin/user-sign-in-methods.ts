import * as contract from '#lib/api/contract/admin/user-sign-in-methods.ts'
import { operation } from '#lib/api/operation.ts'
import { userIdentitiesToWire } from '#lib/api/wire/identity-providers.ts'
import { passkeyToWire } from '#lib/api/wire/passkeys.ts'
import { adminTransaction } from '#lib/context.ts'
import { removePasskey } from '#lib/domain/passkeys/own-passkeys.ts'
import { guardUser } from '#lib/domain/permissions/administrators.ts'
import { actorOf } from '#lib/domain/permissions/caller.ts'
import { forgetBrowsers, rememberedBrowsers } from '#lib/domain/sessions/user-devices.ts'
import { recoveryCodesLeft } from '#lib/domain/sign-in/recovery-codes.ts'
import { resetSecondFactor } from '#lib/domain/sign-in/sign-in-methods.ts'
import { findUser } from '#lib/domain/users/users.ts'

export const getUserSignInMethods = operation(
  contract.getUserSignInMethods,
  async (ctx, { params }) => {
    const user = await findUser(ctx, params.id)
    const [passkeys, codes, links, browsers] = await Promise.all([
      ctx.store.passkeys.findOfUser(user.id),
      ctx.store.recoveryCodes.findOfUser(user.id),
      ctx.store.userIdentities.findOfUser(user.id),
      rememberedBrowsers(ctx, user),
    ])
    return {
      hasPassword: user.passwordHash !== '',
      otpEnabled: user.otpEnabled,
      askAfterPassword: user.passkeySecondFactor,
      passkeys: passkeys.map((row) => passkeyToWire(ctx, row)),
      identities: await userIdentitiesToWire(ctx, links),
      recoveryCodesLeft: recoveryCodesLeft(codes),
      rememberedBrowsers: browsers.length,
    }
  },
)

/** Unlike its owner, an administrator may remove the last way in: the owner recovers by mail. */
export const removeUserPasskey = operation(
  contract.removeUserPasskey,
  async (ctx, { params, caller, authorized }) => {
    const { id } = await findUser(ctx, params.id)
    const allowed = await guardUser(ctx, authorized, id)
    await adminTransaction(allowed, (tx) =>
      removePasskey(tx, id, params.passkeyId, {
        loggedInUser: actorOf(caller),
        keptSession: null,
        place: null,
      }),
    )
    return { success: true }
  },
)

export const resetUserSecondFactor = operation(
  contract.resetUserSecondFactor,
  async (ctx, { params, caller, authorized }) => {
    const { id } = await findUser(ctx, params.id)
    const allowed = await guardUser(ctx, authorized, id)
    await adminTransaction(allowed, (tx) => resetSecondFactor(tx, id, actorOf(caller)))
    return { success: true }
  },
)

export const forgetUserBrowsers = operation(
  contract.forgetUserBrowsers,
  async (ctx, { params, caller, authorized }) => {
    const { id } = await findUser(ctx, params.id)
    const allowed = await guardUser(ctx, authorized, id)
    await adminTransaction(allowed, (tx) => forgetBrowsers(tx, id, null, actorOf(caller)))
    return { success: true }
  },
)

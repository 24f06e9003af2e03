import { refuse } from '#lib/answers/refusal.ts'
import * as contract from '#lib/api/contract/account/passkeys.ts'
import { operation } from '#lib/api/operation.ts'
import { passkeyToWire } from '#lib/api/wire/passkeys.ts'
import { firstCodesToWire } from '#lib/api/wire/recovery-codes.ts'
import { type AdminTx, adminTransaction, type Context } from '#lib/context.ts'
import { sendNotice } from '#lib/domain/mail/notices.ts'
import { checkName } from '#lib/domain/passkeys/names.ts'
import {
  removePasskey,
  renamePasskey,
  setAskAfterPassword,
} from '#lib/domain/passkeys/own-passkeys.ts'
import {
  registrationOptions,
  storePasskey,
  verifyRegistration,
} from '#lib/domain/passkeys/registration.ts'
import { spendChallenge } from '#lib/domain/passkeys/spent-challenge.ts'
import { usablePasskeys } from '#lib/domain/passkeys/usable.ts'
import { requireUser, type UserCaller } from '#lib/domain/permissions/caller.ts'
import {
  callerBinding,
  confirmFactorChange,
  lockConfirmedOwner,
} from '#lib/domain/sign-in/factor-confirmation.ts'
import {
  codesWithFactor,
  makeRecoveryCodes,
  recoveryCodesLeft,
  storeFirstCodes,
  storeRecoveryCodes,
} from '#lib/domain/sign-in/recovery-codes.ts'
import { signInFeatures } from '#lib/domain/sign-in/sign-in-features.ts'
import { keepWayIn } from '#lib/domain/sign-in/sign-in-methods.ts'

export const listOwnPasskeys = operation(contract.listOwnPasskeys, async (ctx, { caller }) => {
  const { user } = requireUser(caller)
  const passkeys = await ctx.store.passkeys.findOfUser(user.id)
  return {
    passkeys: passkeys.map((row) => passkeyToWire(ctx, row)),
    askAfterPassword: user.passkeySecondFactor,
  }
})

export const getPasskeyOptions = operation(contract.getPasskeyOptions, async (ctx, input) => {
  const caller = requireUser(input.caller)
  requirePasskeys(ctx)
  await confirmFactorChange(ctx, caller, input.body().confirmation ?? {})
  return { options: { ...(await registrationOptions(ctx, caller.user, callerBinding(caller))) } }
})

export const addOwnPasskey = operation(contract.addOwnPasskey, async (ctx, input) => {
  const caller = requireUser(input.caller)
  requirePasskeys(ctx)
  const { credential, name, replaces } = input.body()
  const fresh = await verifyRegistration(ctx, caller.user, credential, {
    binding: callerBinding(caller),
    name: name ? checkName(name) : undefined,
    userAgent: caller.session?.userAgent ?? '',
  })
  if (!(await spendChallenge(ctx, credential))) throw refuse('validator.passkey.expired')
  const codes = await codesWithFactor(ctx, caller.user)
  const added = await adminTransaction(ctx, async (tx) => {
    const user = await lockConfirmedOwner(tx, caller.user)
    const stored = await storePasskey(tx, user, fresh, caller.session)
    const shown = await storeFirstCodes(tx, user, codes, caller.session)
    if (replaces) await replacePasskey(tx, caller, replaces)
    return { passkey: stored, ...firstCodesToWire(shown) }
  })
  return { ...added, passkey: passkeyToWire(ctx, added.passkey) }
})

/** Removes a passkey of another domain, in whose place a new one was stored. */
async function replacePasskey(
  tx: AdminTx,
  { user, session }: UserCaller,
  id: number,
): Promise<void> {
  const former = await tx.store.passkeys.hold(user.id, id)
  if (!former) throw refuse('NOT_FOUND')
  if (usablePasskeys(tx, [former]).length > 0) {
    throw refuse('VALIDATION_ERROR', { description: 'That passkey works here.' })
  }
  await removePasskey(tx, user.id, id, {
    loggedInUser: user.subject,
    keptSession: session?.sessionIdentifier ?? null,
    place: session,
  })
}

export const renameOwnPasskey = operation(contract.renameOwnPasskey, async (ctx, input) => {
  const { user } = requireUser(input.caller)
  const name = checkName(input.body().name ?? '')
  await adminTransaction(ctx, (tx) => renamePasskey(tx, user.id, input.params.id, name))
  return { success: true }
})

export const removeOwnPasskey = operation(contract.removeOwnPasskey, async (ctx, input) => {
  const caller = requireUser(input.caller)
  const { id } = input.params
  await confirmFactorChange(ctx, caller, input.body().confirmation ?? {})
  await adminTransaction(ctx, async (tx) => {
    const user = await lockConfirmedOwner(tx, caller.user)
    await keepWayIn(tx, user, { passkey: id })
    await removePasskey(tx, user.id, id, {
      loggedInUser: user.subject,
      keptSession: caller.session?.sessionIdentifier ?? null,
      place: caller.session,
    })
  })
  return { success: true }
})

export const setOwnSecondFactor = operation(contract.setOwnSecondFactor, async (ctx, input) => {
  const caller = requireUser(input.caller)
  const { askAfterPassword, confirmation } = input.body()
  if (askAfterPassword) requirePasskeys(ctx)
  await confirmFactorChange(ctx, caller, confirmation ?? {})
  await adminTransaction(ctx, async (tx) => {
    const user = await lockConfirmedOwner(tx, caller.user)
    const isChanged = await setAskAfterPassword(tx, user, askAfterPassword, user.subject)
    if (isChanged && !askAfterPassword) sendNotice(tx, user, 'two-factor-disabled', caller.session)
  })
  return { success: true }
})

export const getOwnRecoveryCodes = operation(
  contract.getOwnRecoveryCodes,
  async (ctx, { caller }) => {
    const { user } = requireUser(caller)
    const codes = await ctx.store.recoveryCodes.findOfUser(user.id)
    const madeAt = codes[0]?.createdAt.toISOString() ?? null
    return { left: recoveryCodesLeft(codes), madeAt }
  },
)

export const makeOwnRecoveryCodes = operation(contract.makeOwnRecoveryCodes, async (ctx, input) => {
  const caller = requireUser(input.caller)
  requireRecoveryCodes(ctx)
  await confirmFactorChange(ctx, caller, input.body().confirmation ?? {})
  const set = await makeRecoveryCodes(ctx)
  await adminTransaction(ctx, async (tx) => {
    const user = await lockConfirmedOwner(tx, caller.user)
    const passkeys = await tx.store.passkeys.findOfUser(user.id)
    if (!user.otpEnabled && passkeys.length === 0) {
      throw refuse('VALIDATION_ERROR', {
        description: 'There is no second factor to stand in for.',
      })
    }
    await storeRecoveryCodes(tx, user, set, caller.session)
    await tx.store.userDevices.forgetOfUser(user.id)
  })
  return { codes: [...set.codes] }
})

function requirePasskeys(ctx: Context): void {
  if (!signInFeatures(ctx).passkeys) throw refuse('NOT_FOUND')
}

function requireRecoveryCodes(ctx: Context): void {
  if (!signInFeatures(ctx).recoveryCodes) throw refuse('NOT_FOUND')
}

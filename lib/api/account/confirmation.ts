import { refuse } from '#lib/answers/refusal.ts'
import * as contract from '#lib/api/contract/account/confirmation.ts'
import { operation } from '#lib/api/operation.ts'
import { assertionOptions } from '#lib/domain/passkeys/assertion-options.ts'
import { usablePasskeys } from '#lib/domain/passkeys/usable.ts'
import { requireUser } from '#lib/domain/permissions/caller.ts'
import * as factorCode from '#lib/domain/sign-in/factor-code.ts'
import { callerBinding, isRecentSignIn } from '#lib/domain/sign-in/factor-confirmation.ts'
import { owedProof } from '#lib/domain/sign-in/owed-proof.ts'
import { recoveryCodesLeft } from '#lib/domain/sign-in/recovery-codes.ts'

export const getConfirmation = operation(contract.getConfirmation, async (ctx, input) => {
  const caller = requireUser(input.caller)
  const [owes, codes, canMailCode] = await Promise.all([
    owedProof(ctx, caller),
    ctx.store.recoveryCodes.findOfUser(caller.user.id),
    factorCode.mayMailFactorCode(ctx, caller),
  ])
  const isRecent = owes === 'nothing' && isRecentSignIn(ctx, caller)
  const hasPassword = caller.user.passwordHash !== ''
  return {
    owes,
    hasPassword,
    isRecent,
    hasRecoveryCodes: recoveryCodesLeft(codes) > 0,
    canMailCode,
  }
})

export const getConfirmationOptions = operation(
  contract.getConfirmationOptions,
  async (ctx, input) => {
    const caller = requireUser(input.caller)
    const usable = usablePasskeys(ctx, await ctx.store.passkeys.findOfUser(caller.user.id))
    if (usable.length === 0) throw refuse('NOT_FOUND')
    return { options: assertionOptions(ctx, 'confirmation', callerBinding(caller), usable) }
  },
)

export const mailConfirmationCode = operation(contract.mailConfirmationCode, async (ctx, input) => {
  const caller = requireUser(input.caller)
  await factorCode.mailFactorCode(ctx, caller, input.body().password)
  return { success: true }
})

import { transaction } from '#lib/context.ts'
import { makeRecoveryCodes, storeRecoveryCodes } from '#lib/domain/sign-in/recovery-codes.ts'
import { testContext } from './context.ts'

/** Gives a user ten codes, in place of those from before. */
export async function recoveryCodesOf({ id }: { readonly id: number }): Promise<readonly string[]> {
  const { ctx } = await testContext()
  const set = await makeRecoveryCodes(ctx)
  const user = await ctx.store.users.findById(id)
  if (!user) throw new Error('There is no user.')
  await transaction(ctx, (tx) => storeRecoveryCodes(tx, user, set, null))
  return set.codes
}

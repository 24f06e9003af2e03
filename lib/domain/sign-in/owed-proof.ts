import type { Context } from '#lib/context.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { usablePasskeys } from '../passkeys/usable.ts'
import type { UserCaller } from '../permissions/caller.ts'
import { provesPresentFactor } from './session-proof.ts'

/**
 * The proof that a caller owes beside the password before a change of credentials or factors. `code`: a code of the
 * app. `factor`: a passkey, or its replacement.
 */
export type OwedProof = 'nothing' | 'code' | 'factor'

/**
 * The rule for every change of credentials and factors: if the account has a second factor, its password alone changes
 * nothing. A session that has proven the present second factor owes no more.
 */
export async function owedProof(
  ctx: Context,
  { user, session }: Pick<UserCaller, 'user' | 'session'>,
): Promise<OwedProof> {
  if (session && provesPresentFactor(session, user)) return 'nothing'
  if (user.otpEnabled) return 'code'
  return (await hasPasskeyFactor(ctx, user)) ? 'factor' : 'nothing'
}

/** True when a sign-in may ask this user for a passkey after the password. */
async function hasPasskeyFactor(ctx: Context, user: UserRecord): Promise<boolean> {
  if (user.passkeyUserHandle === null) return false
  if (user.passkeySecondFactor) return true
  return usablePasskeys(ctx, await ctx.store.passkeys.findOfUser(user.id)).length > 0
}

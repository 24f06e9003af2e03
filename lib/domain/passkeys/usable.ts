import type { Context } from '#lib/context.ts'
import { relyingPartyId } from '#lib/domain/sign-in/sign-in-features.ts'
import type { PasskeyRecord } from '#lib/persistence/store.ts'

/** The passkeys that work at the present relying party. */
export function usablePasskeys(
  ctx: Pick<Context, 'settings' | 'config'>,
  passkeys: readonly PasskeyRecord[],
): readonly PasskeyRecord[] {
  if (passkeys.length === 0) return passkeys
  const name = relyingPartyId(ctx)
  return passkeys.filter((passkey) => passkey.relyingPartyId === name)
}

import { base64url } from '#lib/base/crypto/hash.ts'
import { splitWords } from '#lib/base/text/text.ts'
import type { Context } from '#lib/context.ts'
import { relyingPartyId } from '#lib/domain/sign-in/sign-in-features.ts'
import type { PasskeyRecord } from '#lib/persistence/store.ts'
import { type ChallengeUse, makeChallenge, timeoutMs } from './challenge.ts'

/**
 * The options with which a browser uses a passkey (WebAuthn Level 3 section 5.5).
 * @param passkeys those that count; empty: any that the person chooses
 */
export function assertionOptions(
  ctx: Context,
  use: ChallengeUse,
  binding: string,
  passkeys: readonly PasskeyRecord[],
) {
  return {
    challenge: base64url(makeChallenge(ctx, use, binding)),
    rpId: relyingPartyId(ctx),
    timeout: timeoutMs,
    userVerification: 'required',
    allowCredentials: passkeys.map(({ credentialId, transports }) => ({
      id: credentialId,
      type: 'public-key',
      ...(transports === '' ? {} : { transports: splitWords(transports) }),
    })),
  }
}

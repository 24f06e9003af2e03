import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import type { AnyContext, Context } from '#lib/context.ts'
import { relyingPartyId } from '#lib/domain/sign-in/sign-in-features.ts'
import type { PasskeyRecord, UserRecord } from '#lib/persistence/store.ts'
import { type ChallengeUse, judgeChallenge } from './challenge.ts'
import { clientDataOf, readAssertion } from './credential.ts'
import { passkeyOrigins } from './origins.ts'

/** The reason for refusing an assertion. */
export type AssertionFault =
  | 'unknown'
  | 'failed'
  | 'expired'
  | 'user_not_verified'
  | 'changed'
  | 'counter_regressed'

export interface RefusedAssertion {
  readonly fault: AssertionFault
  /** The device may remove the credential, because this installation removed it. */
  readonly signal: boolean
  /** The passkey that the assertion names, if known. */
  readonly passkey?: PasskeyRecord
  readonly owner?: UserRecord
}

export interface GoodAssertion {
  readonly fault: null
  readonly passkey: PasskeyRecord
  readonly owner: UserRecord
  readonly use: {
    readonly signCount: number
    readonly backupEligible: boolean
    readonly backedUp: boolean
  }
  /** A passkey of one device counts its uses: the count must have grown when it is stored. */
  readonly countMustGrow: boolean
}

interface Expected {
  readonly use: ChallengeUse
  readonly binding: string
  /** The user whose passkey it must be; null: the user whom it names. */
  readonly user: UserRecord | null
}

/**
 * Verifies an assertion (WebAuthn Level 3 section 7.2). Nothing is written.
 * @param sent JSON of the credential, or its value
 */
export async function verifyAssertion(
  ctx: Context,
  sent: unknown,
  { use, binding, user }: Expected,
): Promise<GoodAssertion | RefusedAssertion> {
  const credential = readAssertion(sent)
  if (!credential) return refused('failed')
  const { challenge, isFramed } = clientDataOf(credential.response.clientDataJSON)
  const judged = judgeChallenge(ctx, use, binding, challenge)
  if (judged !== 'good') return refused(judged === 'expired' ? 'expired' : 'failed')
  const name = relyingPartyId(ctx)
  const passkey = await ctx.store.passkeys.findByCredential(credential.id)
  if (!passkey || passkey.relyingPartyId !== name) {
    return { ...refused('unknown'), signal: !passkey && (await wasRemoved(ctx, credential.id)) }
  }
  const owner = await ctx.store.users.findById(passkey.userId)
  if (!owner) return refused('unknown')
  const known = { passkey, owner }
  if (isFramed || !isOfOwner(credential.response.userHandle, owner, user)) {
    return { ...refused('failed'), ...known }
  }
  const info = await verifiedInfo(ctx, credential, passkey, challenge)
  if (!info) return { ...refused('failed'), ...known }
  if (!info.userVerified) return { ...refused('user_not_verified'), ...known }
  const backupEligible = info.credentialDeviceType === 'multiDevice'
  // A key that was synced cannot become bound to one device. The other way round, the signature is proof enough: a
  // deliberate difference from WebAuthn Level 3 section 7.2, which would lock out owners whose device began to sync.
  if (passkey.backupEligible && !backupEligible) return { ...refused('changed'), ...known }
  const count = info.newCounter
  const counts = !backupEligible && (count > 0 || passkey.signCount > 0)
  if (counts && count <= passkey.signCount) return { ...refused('counter_regressed'), ...known }
  return {
    fault: null,
    ...known,
    use: { signCount: count, backupEligible, backedUp: info.credentialBackedUp },
    countMustGrow: counts,
  }
}

function refused(fault: AssertionFault): RefusedAssertion {
  return { fault, signal: false }
}

async function verifiedInfo(
  ctx: Context,
  response: Parameters<typeof verifyAuthenticationResponse>[0]['response'],
  passkey: PasskeyRecord,
  expectedChallenge: string,
) {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: passkeyOrigins(ctx.config),
      expectedRPID: passkey.relyingPartyId,
      // Checked here before the library, so that each fault has an answer of its own.
      requireUserVerification: false,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: 0,
      },
    })
    return verified ? authenticationInfo : null
  } catch {
    // The library throws for every part that does not fit. Its messages quote the input.
    return null
  }
}

/**
 * At a sign-in the credential names its user; as a second factor it may.
 * @param expected the user who has proven the first factor
 */
function isOfOwner(
  handle: string | undefined | null,
  owner: UserRecord,
  expected: UserRecord | null,
): boolean {
  if (expected && expected.id !== owner.id) return false
  if (!handle) return expected !== null
  const own = owner.passkeyUserHandle
  return own !== null && Buffer.from(handle, 'base64url').equals(Buffer.from(own))
}

function wasRemoved(ctx: AnyContext, credentialId: string): Promise<boolean> {
  return ctx.store.removedPasskeys.has(sha256Hex(credentialId))
}

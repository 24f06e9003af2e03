import type { Context } from '#lib/context.ts'
import { protocolFeatures } from '#lib/domain/settings/protocol-features.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'
import { OAuthError } from '../errors.ts'
import { checkProof, type DpopProof, type MaybeProvingRequest } from './proof.ts'
import { nonceOfRefusal, ProofError } from './proof-error.ts'
import { type BoundGrant, spendProof } from './spend-proof.ts'

/**
 * Checks the proof that a client sent with its request to the token endpoint or the endpoint of pushed requests
 * (RFC 9449 sections 5 and 10.1), except for its reuse.
 * @returns null without one, and while proofs are off
 * @throws OAuthError 400 `invalid_dpop_proof`, `use_dpop_nonce`
 */
export function checkClientProof(
  ctx: Context,
  { method, path, dpop }: MaybeProvingRequest,
): DpopProof | null {
  if (dpop === undefined || !protocolFeatures(ctx).dpop) return null
  try {
    return checkProof(ctx, { method, path, dpop })
  } catch (error) {
    throw answerTo(ctx, error)
  }
}

/**
 * Spends the proof of a client's request, if there is one.
 * @param findGrant see `spendProof`
 * @throws OAuthError 400 `invalid_dpop_proof` for a proof that was used before
 */
export async function spendClientProof(
  ctx: Context,
  proof: DpopProof | null,
  findGrant: () => Promise<BoundGrant | null>,
): Promise<void> {
  if (!proof) return
  try {
    await spendProof(ctx, proof, findGrant)
  } catch (error) {
    throw answerTo(ctx, error)
  }
}

/**
 * Refuses a client that must prove possession of a key and did not. This holds while proofs are off, too: no other
 * switch ends a protection.
 * @throws OAuthError 400 `invalid_dpop_proof`
 */
export function requireProofOf({ dpopRequired }: ClientRecord, proof: DpopProof | null): void {
  if (proof || !dpopRequired) return
  throw new OAuthError(
    'invalid_dpop_proof',
    'dpop_proof_needed',
    'This client must prove possession of a key.',
  )
}

function answerTo(ctx: Context, error: unknown): unknown {
  if (!(error instanceof ProofError)) return error
  const { error: code, rule, description, facts } = error
  const headers = nonceOfRefusal(ctx, error)
  return new OAuthError(code, rule, description, { facts, headers, cause: facts })
}

import type { RefusalFacts, RefusalRule } from '#lib/answers/refusal-rules.ts'
import { cutCodePoints } from '#lib/base/text/text.ts'
import type { Context } from '#lib/context.ts'
import { proofAlgorithms } from '#lib/domain/keys/public-keys.ts'
import { currentNonce } from './nonce.ts'

/** The faults of a proof, with the description for the client. */
const descriptions = {
  form: 'The DPoP header must hold one proof: a signed JWT of the type dpop+jwt.',
  algorithm: `The DPoP proof must be signed by one of ${proofAlgorithms.join(', ')}.`,
  key: 'The DPoP proof must have the public key of its signature in its header.',
  signature: 'The signature of the DPoP proof is wrong.',
  method: 'The DPoP proof is for another method.',
  address: 'The DPoP proof is for another address.',
  time: 'The DPoP proof needs a time of issue (iat).',
  jti: 'The DPoP proof needs an identifier (jti) of 1 to 512 bytes.',
  token: 'The DPoP proof is for another access token.',
  used: 'The DPoP proof was used before.',
  nonce: 'The DPoP proof needs the nonce of this answer.',
} as const

export type ProofFault = keyof typeof descriptions

/** Texts about faulty proofs, for the log and the record of the refusal. */
interface Mismatch {
  readonly got: string
  readonly wanted: string
}

/** A proof of possession is refused. Each endpoint answers it in its own shape. */
export class ProofError extends Error {
  override readonly name = 'ProofError'
  readonly error: 'invalid_dpop_proof' | 'use_dpop_nonce'
  readonly rule: RefusalRule
  readonly description: string
  /** Plain values: never the proof itself. */
  readonly facts: RefusalFacts

  constructor(fault: ProofFault, mismatch?: Mismatch) {
    super(fault)
    const isNonce = fault === 'nonce'
    this.error = isNonce ? 'use_dpop_nonce' : 'invalid_dpop_proof'
    this.rule = isNonce ? 'dpop_nonce_needed' : 'dpop_proof_refused'
    this.description = descriptions[fault]
    this.facts = mismatch
      ? { fault, got: cutCodePoints(mismatch.got, 200), wanted: mismatch.wanted }
      : { fault }
  }
}

/** The nonce to send with the refusal; no header if another nonce would not help. */
export function nonceOfRefusal(ctx: Context, { error }: ProofError): Record<string, string> {
  return error === 'use_dpop_nonce' ? { 'DPoP-Nonce': currentNonce(ctx) } : {}
}

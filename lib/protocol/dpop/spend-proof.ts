import type { Context } from '#lib/context.ts'
import { auditRefusal } from '#lib/domain/audit/audit.ts'
import { spendOnce } from '#lib/domain/limits/single-use.ts'
import type { GrantRecord } from '#lib/persistence/store.ts'
import type { DpopProof } from './proof.ts'
import { ProofError } from './proof-error.ts'

/** A grant whose tokens the key of a proof may use. */
export type BoundGrant = Pick<GrantRecord, 'id' | 'userId' | 'clientId'>

/**
 * Spends a proof, which works once, across all processes.
 * @param findGrant finds the active grant that is bound to the proof's key, if the request names one: its user should
 * learn that another party sent a proof of the key. A replay of any other proof has no audit entry, because any program
 * can make one.
 * @throws ProofError `used`
 */
export async function spendProof(
  ctx: Context,
  { jkt, jti, htm, htu, until }: DpopProof,
  findGrant: () => Promise<BoundGrant | null>,
): Promise<void> {
  if (await spendOnce(ctx, 'dpop', [jkt, jti, htm, htu], until)) return
  const grant = await findGrant()
  if (grant) {
    const { id: grantId, userId, clientId } = grant
    await auditRefusal(ctx, 'dpop_proof_replayed', { clientId, userId, grantId }, { clientId })
  }
  throw new ProofError('used')
}

import { setTimeout as sleep } from 'node:timers/promises'
import { inBatches } from '#lib/base/concurrency/in-batches.ts'
import { type AdminTx, adminTransaction, type Context } from '#lib/context.ts'
import type { ActiveKind } from '#lib/persistence/tokens/active-rows.ts'
import type { ActiveTokensOf } from '#lib/persistence/tokens/active-tokens.ts'

/** Maximum number of rows that one transaction revokes or removes, so that it blocks other requests only briefly. */
export const maxAtOnce = 1_000
/** Rows per transaction when there are more; no audit entry names more rows. */
const batchSize = 500

/** The rows to revoke, and the reason. */
export interface Ending {
  readonly of: ActiveTokensOf
  /** Id of the newest row to revoke; later rows stay. */
  readonly upTo: number
  readonly reason: string
  /** Writes the audit entry of a batch, with the names of its rows (see `RevokedBatch`). */
  readonly auditEnded: (tx: AdminTx, names: readonly string[]) => void
}

/** Revokes any number of rows of a kind. */
export function revokeInBatches(
  ctx: Context,
  kind: ActiveKind,
  { of, upTo, reason, auditEnded }: Ending,
): Promise<void> {
  const why = { revokedAt: ctx.now, revokedReason: reason }
  return inTransactions(ctx, async (tx, after, limit) => {
    const range = { after, upTo, limit }
    const { names, last } = await tx.store.activeTokens.revokeBatch(kind, of, range, why)
    if (names.length > 0) auditEnded(tx, names)
    return { count: names.length, last }
  })
}

/** The result of a batch. */
interface Batch {
  readonly count: number
  /** The greatest id in the batch. */
  readonly last: number
}

/**
 * Revokes rows in batches, each in its own transaction.
 * @param revokeBatch revokes at most `limit` rows after an id, in the order of their ids
 */
export async function inTransactions(
  ctx: Context,
  revokeBatch: (tx: AdminTx, after: number, limit: number) => Promise<Batch>,
): Promise<void> {
  let after = 0
  const runBatch = async (limit: number) => {
    const { count, last } = await adminTransaction(ctx, (tx) => revokeBatch(tx, after, limit))
    after = last
    return count
  }
  await inBatches(batchSize, runBatch, { pause: sleep })
}

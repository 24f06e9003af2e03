import { setTimeout as sleep } from 'node:timers/promises'
import { type AdminTx, adminTransaction, type Context } from '#lib/context.ts'
import type { ActiveKind, ActiveTokensOf } from '#lib/persistence/tokens/active-tokens.ts'

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

/** Revokes any number of rows of a kind: see `inParts`. */
export function revokeInBatches(
  ctx: Context,
  kind: ActiveKind,
  { of, upTo, reason, auditEnded }: Ending,
): Promise<void> {
  const why = { revokedAt: ctx.now, revokedReason: reason }
  return inParts(ctx, async (tx, after, limit) => {
    const { names, last } = await tx.store.activeTokens.revokeBatch(
      kind,
      of,
      { after, upTo, limit },
      why,
    )
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
 * Revokes rows in batches, each in its own transaction, until a batch is not full. After a failure the remaining rows
 * stay as they are. Sleeps as long as each batch took, because SQLite answers no other request during a batch.
 * @param revokeBatch revokes at most `limit` rows after an id, in the order of their ids
 */
export async function inParts(
  ctx: Context,
  revokeBatch: (tx: AdminTx, after: number, limit: number) => Promise<Batch>,
): Promise<void> {
  for (let after = 0; ; ) {
    const begun = performance.now()
    const { count, last } = await adminTransaction(ctx, (tx) => revokeBatch(tx, after, batchSize))
    if (count < batchSize) return
    after = last
    await sleep(performance.now() - begun)
  }
}

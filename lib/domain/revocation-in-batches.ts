import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, type Tx, transaction } from '#lib/context.ts'
import type { ActiveKind, ActiveTokensOf } from '#lib/persistence/active-tokens.ts'

/** Rows of a kind that one transaction ends or removes, and nobody is held up for long by it. */
export const maxAtOnce = 1_000
/** Rows that one transaction ends where there are more; no audit entry names more of them. */
const batchSize = 500

/** What is ended, and why. */
export interface Ending {
  readonly of: ActiveTokensOf
  /** The id of the newest row that ends: what is made later stays. */
  readonly upTo: number
  readonly reason: string
  /** Writes the audit entry of a part, by the names of its rows (see `RevokedBatch`). */
  readonly auditEnded: (tx: Tx, names: readonly string[]) => void
}

/** Ends rows of a kind, however many: see `inParts`. */
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

/** What a part ended. */
interface Batch {
  readonly count: number
  /** The greatest id of what it ended. */
  readonly last: number
}

/**
 * Ends what there is, a part of it in each transaction, until a part finds less than it may end. What fails leaves the
 * rest as it is. Others have the database half of the time: on SQLite nobody is answered while a part ends.
 * @param revokeBatch ends the next rows after an id, in the order of their ids, and at most so many
 */
export async function inParts(
  ctx: Context,
  revokeBatch: (tx: Tx, after: number, limit: number) => Promise<Batch>,
): Promise<void> {
  for (let after = 0; ; ) {
    const begun = performance.now()
    const { count, last } = await transaction(ctx, (tx) => revokeBatch(tx, after, batchSize))
    if (count < batchSize) return
    after = last
    await sleep(performance.now() - begun)
  }
}

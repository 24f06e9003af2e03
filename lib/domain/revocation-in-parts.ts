import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, type Tx, transaction } from '#lib/context.ts'
import type { LiveKind, LiveOf } from '#lib/persistence/live-rows.ts'

/** Rows of a kind that one transaction ends or removes, and nobody is held up for long by it. */
export const mostAtOnce = 1_000
/** Rows that one transaction ends where there are more; no audit entry names more of them. */
const partSize = 500

/** What is ended, and why. */
export interface Ending {
  readonly of: LiveOf
  /** The id of the newest row that ends: what is made later stays. */
  readonly upTo: number
  readonly reason: string
  /** Writes the audit entry of a part, by the names of its rows (see `EndedRows`). */
  readonly tell: (tx: Tx, names: readonly string[]) => void
}

/**
 * Ends rows of a kind, however many, a part of them in each transaction. What fails leaves the rest as it is. Others
 * have the database half of the time: on SQLite nobody is answered while a part ends.
 */
export async function endInParts(
  ctx: Context,
  kind: LiveKind,
  { of, upTo, reason, tell }: Ending,
): Promise<void> {
  const why = { revokedAt: ctx.now, revokedReason: reason }
  for (let after = 0; ; ) {
    const begun = performance.now()
    const range = { after, upTo, limit: partSize }
    const { names, last } = await transaction(ctx, async (tx) => {
      const ended = await tx.store.liveRows.endSome(kind, of, range, why)
      if (ended.names.length > 0) tell(tx, ended.names)
      return ended
    })
    if (names.length < partSize) return
    after = last
    await sleep(performance.now() - begun)
  }
}

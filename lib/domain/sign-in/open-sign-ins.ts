import { afterResponse } from '#lib/base/concurrency/after-response.ts'
import { inBatches } from '#lib/base/concurrency/in-batches.ts'
import { singleton } from '#lib/base/concurrency/singleton.ts'
import type { Context } from '#lib/context.ts'
import type { Store } from '#lib/persistence/store.ts'

/** Bounds for all sign-ins in progress together. Any visitor can create one, and its row stays for an hour. */
const maxOpen = { rows: 100_000, bytes: 256 * 1024 * 1024 } as const
/** Bound for stored requests (sent by form). The request that consumes one follows at once or never. */
export const maxStoredRequests = 4_000
/** Bound for pushed requests. Any program can push for a public client. With 32 KiB each, they take 256 MiB. */
export const maxPushedRequests = 8_000
/** A process checks the bounds after storing this many rows. */
const rowsBetweenLooks = 1_000
/** Rows in one delete. */
const batchSize = 200
/** A cleanup goes down to 95 % of the bound, so that not every check has rows to remove. */
const headroom = 0.95

/**
 * Counts a stored sign-in, stored request or pushed request. Periodically, after the response, it checks the bounds and removes the
 * oldest rows.
 */
export function noteOpened(ctx: Context): void {
  const opened = singleton('opened-sign-ins', () => ({ rows: 0 }))
  opened.rows++
  if (opened.rows < rowsBetweenLooks) return
  opened.rows = 0
  const { store, log, requestId } = ctx
  afterResponse(ctx, async () => {
    try {
      await boundOpenSignIns(store)
    } catch (error) {
      log.error({ err: error, requestId }, 'failed to remove old sign-ins')
    }
  })
}

/**
 * Removes the oldest sign-ins in progress until they fit the bounds, those without a signed-in user first, and the
 * oldest stored and pushed requests.
 * @param most the bounds
 * @returns the number of removed sign-ins
 */
export async function boundOpenSignIns(
  { interactions, pushedRequests }: Store,
  most: { readonly rows: number; readonly bytes: number } = maxOpen,
): Promise<number> {
  const { countRequests, removeOldestRequests } = interactions
  await boundRequests(maxStoredRequests, countRequests, removeOldestRequests)
  await boundRequests(maxPushedRequests, pushedRequests.count, pushedRequests.removeOldest)
  let open = await interactions.total()
  if (open.rows <= most.rows && open.bytes <= most.bytes) return 0
  const shouldContinue = () =>
    open.rows > most.rows * headroom || open.bytes > most.bytes * headroom
  const removeBatch = async (size: number) => {
    const removed = await interactions.removeOldest(size)
    open = await interactions.total()
    return removed
  }
  return (await inBatches(batchSize, removeBatch, { shouldContinue })).count
}

async function boundRequests(
  most: number,
  count: () => Promise<number>,
  removeOldest: (limit: number) => Promise<number>,
): Promise<void> {
  let excess = (await count()) - most
  const removeBatch = async (size: number) => {
    const removed = await removeOldest(Math.min(size, excess))
    excess -= removed
    return removed
  }
  await inBatches(batchSize, removeBatch, { shouldContinue: () => excess > 0 })
}

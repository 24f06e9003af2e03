import type { Context } from '#lib/context.ts'
import { afterResponse } from '#lib/kernel/after-response.ts'
import { singleton } from '#lib/kernel/singleton.ts'
import type { Store } from '#lib/persistence/store.ts'

/** What sign-ins in progress may take together: each is a row that anybody can cause, and that stays for an hour. */
export const maxOpen = { rows: 100_000, bytes: 256 * 1024 * 1024 } as const
/** How many requests by form may wait for the request that takes them up: it follows at once, or never. */
export const maxStoredRequests = 4_000
/** New rows after which a process looks whether there are too many. */
const rowsBetweenLooks = 1_000
/** Rows in one delete. */
const batchSize = 200
/** What is removed at once beyond the bound, so that not every look removes something: a twentieth. */
const headroom = 0.95

/**
 * Notes that a process has stored a sign-in or a stored request. Now and then it looks after the answer whether there
 * are too many, and removes the oldest.
 */
export function noteOpened(ctx: Context): void {
  const opened = singleton('opened-sign-ins', () => ({ rows: 0 }))
  opened.rows++
  if (opened.rows < rowsBetweenLooks) return
  opened.rows = 0
  const { store, log, requestId } = ctx
  afterResponse(async () => {
    try {
      await boundOpenSignIns(store)
    } catch (error) {
      log.error({ err: error, requestId }, 'old sign-ins could not be removed')
    }
  })
}

/**
 * Removes the oldest sign-ins in progress while there are too many, first those in which nobody has signed in, and the
 * oldest stored requests.
 * @param most what they may take
 * @returns how many sign-ins were removed
 */
export async function boundOpenSignIns(
  { interactions }: Store,
  most: { readonly rows: number; readonly bytes: number } = maxOpen,
): Promise<number> {
  await interactions.removeRequestsBeyond(maxStoredRequests, batchSize)
  let { rows, bytes } = await interactions.total()
  if (rows <= most.rows && bytes <= most.bytes) return 0
  let removed = 0
  while (rows > most.rows * headroom || bytes > most.bytes * headroom) {
    const gone = await interactions.removeOldest(batchSize)
    if (gone === 0) break
    removed += gone
    const now = await interactions.total()
    rows = now.rows
    bytes = now.bytes
  }
  return removed
}

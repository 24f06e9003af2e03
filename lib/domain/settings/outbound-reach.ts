import { addSeconds, daySeconds } from '#lib/base/time/clock.ts'
import type { Context } from '#lib/context.ts'
import type { OutboundReachRecord } from '#lib/persistence/maintenance/outbound-reach.ts'

/** So many requests in a row are not the fault of one other server. */
const tellingRequests = 10
/** What was switched off meanwhile sends nothing, and is not told for ever. */
const toldDays = 7

/** What the server sends requests for without reaching any server: the last ten in a row. */
export function unreachedPurposes({ store, now }: Context): Promise<OutboundReachRecord[]> {
  return store.outboundReach.listUnreached(tellingRequests, addSeconds(now, -toldDays * daySeconds))
}

import { singleton } from '#lib/base/concurrency/singleton.ts'
import type { AnyContext } from '#lib/context.ts'

/** A process records the use of a client once in this time. */
const precisionMs = 60_000

/** Beyond this number, the process forgets what it has recorded and records each client once more. */
const maxRemembered = 10_000

/** For each server: the time of the last recorded use of each client. */
const recorded = singleton('client uses', () => new WeakMap<object, Map<number, number>>())

/**
 * Records to the minute that a client got tokens. A failure is only logged, because the tokens matter more.
 * @param ctx outside a transaction, because a failed statement would end it
 */
export async function noteClientUse(ctx: AnyContext, clientId: number): Promise<void> {
  const uses = recorded.get(ctx.limits) ?? new Map<number, number>()
  recorded.set(ctx.limits, uses)
  const now = ctx.now.getTime()
  if (Math.abs(now - (uses.get(clientId) ?? Number.NEGATIVE_INFINITY)) < precisionMs) return
  if (uses.size >= maxRemembered) uses.clear()
  uses.set(clientId, now)
  try {
    await ctx.store.clients.noteUse(clientId, ctx.now)
  } catch (error) {
    uses.delete(clientId)
    ctx.log.warn({ err: error, clientId }, 'the use of a client was not recorded')
  }
}

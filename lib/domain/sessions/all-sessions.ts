import { Refusal, refuse } from '#lib/answers/refusal.ts'
import type { Context } from '#lib/context.ts'
import type { SessionFilter } from '#lib/persistence/sessions/all-sessions.ts'
import { guardUser } from '../permissions/administrators.ts'
import type { AuthorizedOperation } from '../permissions/authorized-write.ts'
import { actorOf, type Caller } from '../permissions/caller.ts'
import { invalidValue } from '../values/validation.ts'
import { activeSince } from './session-limits.ts'
import { endSessionWithAll } from './user-sessions.ts'

/** The largest counted number of sessions, and the largest number that one call ends. */
const maxCounted = 10_000

/** All sessions of a filter, as the console showed them. */
export interface SeenSessions {
  readonly filter: SessionFilter
  readonly seenTotal: number
  readonly seenAt: Date
}

/** The number of sessions of a filter; `maxCounted + 1` stands for more. */
export function countSessions(ctx: Context, filter: SessionFilter): Promise<number> {
  return ctx.store.sessions.countAll(activeSince(ctx, null), filter, maxCounted + 1)
}

/**
 * The ids of the sessions of a filter, without later ones and without the caller's own, which carries the request.
 * @throws Refusal VALIDATION_ERROR (more than `maxCounted`), CONCURRENT_UPDATE (more than the console showed)
 */
export async function seenSessionIds(
  ctx: Context,
  caller: Caller,
  { filter, seenTotal, seenAt }: SeenSessions,
): Promise<number[]> {
  const then = { ...filter, startedUntil: seenAt }
  const total = await countSessions(ctx, then)
  if (total > maxCounted) {
    throw invalidValue(`More than ${maxCounted} sessions cannot be ended at once.`)
  }
  if (total > seenTotal) {
    throw refuse('CONCURRENT_UPDATE', {
      description: `There are ${total} sessions now, more than were shown. None was ended.`,
    })
  }
  const except = caller.kind === 'user' ? caller.session?.sessionIdentifier : undefined
  return ctx.store.sessions.idsOfAll(activeSince(ctx, null), { ...then, except }, null, maxCounted)
}

/**
 * Ends sessions one by one. Sessions of administrators stay if the caller may not end them, and the others end
 * nevertheless. A session that ended meanwhile is not counted.
 */
export async function endSessions(
  ctx: Context,
  operation: AuthorizedOperation,
  ids: readonly number[],
): Promise<{ ended: number; refused: { sessionId: number; userId: number }[] }> {
  let ended = 0
  const refused: { sessionId: number; userId: number }[] = []
  const loggedInUser = actorOf(operation.caller)
  for (const id of ids) {
    const session = await ctx.store.sessions.findById(id)
    if (!session) continue
    try {
      const allowed = await guardUser(ctx, operation, session.userId)
      await endSessionWithAll(allowed, session, loggedInUser)
      ended += 1
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.code === 'MANAGE_SCOPE_REQUIRED') {
        refused.push({ sessionId: id, userId: session.userId })
      } else if (error.code !== 'NOT_FOUND') throw error
    }
  }
  return { ended, refused }
}

import type { Context } from '#lib/context.ts'
import type { OutboundFailure, OutboundPurpose } from './outcomes.ts'

/** A request, and who chose its address. */
interface Sent {
  readonly purpose: OutboundPurpose
  readonly isOfStranger: boolean
}

/** What a request ends in where this server cannot get out, as behind a company's proxy. */
const unreached: ReadonlySet<string> = new Set<OutboundFailure>([
  'connect_failed',
  'name_not_found',
  'timeout',
])

/**
 * Notes for all processes whether a request reached its server. An address of a stranger counts only if it was reached:
 * anybody can name servers that do not exist. A failure is only logged: the answer counts, not the note.
 */
export async function noteReach(
  { store, now, log }: Pick<Context, 'store' | 'now' | 'log'>,
  { purpose, isOfStranger }: Sent,
  outcome: OutboundFailure | 'answered',
): Promise<void> {
  const isUnreached = unreached.has(outcome)
  if (isUnreached && isOfStranger) return
  try {
    const { outboundReach } = store
    if (isUnreached) await outboundReach.noteUnreached(purpose, outcome, now)
    else await outboundReach.noteReached(purpose)
  } catch (error) {
    log.warn({ err: error, purpose }, 'whether a request reached its server was not recorded')
  }
}

import type { Context } from '#lib/context.ts'
import type { OutboundFailure, OutboundPurpose } from './outcomes.ts'

/** What a request ends in where this server cannot get out, as behind a company's proxy. */
const unreached: ReadonlySet<string> = new Set<OutboundFailure>([
  'connect_failed',
  'name_not_found',
  'timeout',
])

/**
 * Notes for all processes whether a request reached its server. A failure is only logged: the answer counts, not the
 * note.
 */
export async function noteReach(
  { store, now, log }: Pick<Context, 'store' | 'now' | 'log'>,
  purpose: OutboundPurpose,
  outcome: OutboundFailure | 'answered',
): Promise<void> {
  try {
    const { outboundReach } = store
    if (unreached.has(outcome)) await outboundReach.noteUnreached(purpose, outcome, now)
    else await outboundReach.noteReached(purpose)
  } catch (error) {
    log.warn({ err: error, purpose }, 'whether a request reached its server was not recorded')
  }
}

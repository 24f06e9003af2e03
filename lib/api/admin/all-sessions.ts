import * as contract from '#lib/api/contract/admin/all-sessions.ts'
import { operation } from '#lib/api/operation.ts'
import { personToWire } from '#lib/api/wire/holders.ts'
import { readMoment } from '#lib/api/wire/moments.ts'
import { sessionDetailsToWire } from '#lib/api/wire/sessions.ts'
import { readCursor, writeCursor } from '#lib/base/time/cursor.ts'
import {
  countSessions,
  endSessions as end,
  seenSessionIds,
} from '#lib/domain/sessions/all-sessions.ts'
import { activeSince } from '#lib/domain/sessions/session-limits.ts'
import { invalidField, invalidValue } from '#lib/domain/values/validation.ts'
import type { SessionPlace } from '#lib/persistence/sessions/all-sessions.ts'

/** The most sessions that one request may name. */
const maxNamed = 1_000

/** The live sessions of all users, a page at a time. */
export const listSessions = operation(contract.listSessions, async (ctx, { caller, query }) => {
  const { after, limit, ...filter } = query
  const place = after === undefined || after === '' ? null : readPlace(after)
  const wanted = { ...filter, ipAddress: addressOf(filter.ipAddress) }
  const [found, total] = await Promise.all([
    ctx.store.sessions.listAll(activeSince(ctx, null), wanted, place, limit + 1),
    countSessions(ctx, wanted),
  ])
  const sessions = found.slice(0, limit)
  const last = found.length > limit ? sessions.at(-1) : undefined
  return {
    sessions: sessions.map((session) => ({
      ...sessionDetailsToWire(session, caller),
      user: personToWire(session.user),
    })),
    next: last ? writeCursor(last.lastAccessed, last.id) : null,
    total,
    seenAt: ctx.now.toISOString(),
  }
})

/** Ends the named sessions, or all of a filter as it was seen. */
export const endSessions = operation(
  contract.endSessions,
  async (ctx, { caller, authorized, body }) => {
    const { sessionIds, filter, seenTotal, seenAt } = body()
    if ((filter === null || filter === undefined) === (sessionIds.length === 0)) {
      throw invalidValue("Either 'sessionIds' or 'filter' is required.")
    }
    if (!filter) {
      if (sessionIds.length > maxNamed) {
        throw invalidField('sessionIds', `may have at most ${maxNamed} entries`)
      }
      return end(ctx, authorized, [...new Set(sessionIds)])
    }
    if (typeof seenTotal !== 'number') throw invalidField('seenTotal', 'is required')
    // A script may take the address from a record that lacks one.
    if (filter.ipAddress?.trim() === '') throw invalidField('ipAddress', 'may not be blank')
    const ids = await seenSessionIds(ctx, caller, {
      filter: {
        userId: filter.userId ?? undefined,
        clientId: filter.clientId ?? undefined,
        ipAddress: addressOf(filter.ipAddress),
      },
      seenTotal,
      seenAt: readMoment('seenAt', seenAt ?? ''),
    })
    return end(ctx, authorized, ids)
  },
)

/** Addresses are stored in lower case; white space around a typed one does not count. */
function addressOf(typed: string | null | undefined): string | undefined {
  return typed?.trim().toLowerCase() || undefined
}

function readPlace(text: string): SessionPlace {
  const place = readCursor(text)
  if (!place) throw invalidField('after', 'must be the `next` of a list')
  return { lastAccessed: place.time, id: place.id }
}

import { refuse } from '#lib/answers/refusal.ts'
import * as contract from '#lib/api/contract/admin/events.ts'
import type { QueryOf } from '#lib/api/contract/define.ts'
import { operation } from '#lib/api/operation.ts'
import { readableDomains } from '#lib/api/readable-domains.ts'
import { csvOf, ndjsonOf } from '#lib/api/wire/event-files.ts'
import { eventToWire } from '#lib/api/wire/events.ts'
import type { Context } from '#lib/context.ts'
import { readActivity } from '#lib/domain/audit/activity.ts'
import { namesOf } from '#lib/domain/audit/entry-names.ts'
import { eventsMatching } from '#lib/domain/audit/event-kinds.ts'
import { exportActivity } from '#lib/domain/audit/exported-activity.ts'
import { findClient } from '#lib/domain/clients/clients.ts'
import { findGroup } from '#lib/domain/groups/groups.ts'
import { actorOf, type Caller } from '#lib/domain/permissions/caller.ts'
import { findUser } from '#lib/domain/users/users.ts'
import type { AuditLogRecord } from '#lib/persistence/audit/audit-log.ts'
import type { EntryFilter } from '#lib/persistence/audit/filtered-audit-log.ts'

export const listEvents = operation(contract.listEvents, (ctx, { query, caller }) => {
  const { after, limit, ...filter } = query
  return pageOf(ctx, caller, filterOf(filter), { after, limit })
})

export const exportEvents = operation(contract.exportEvents, async (ctx, { query, caller }) => {
  const { format = 'csv', ...filter } = query
  const batches = await exportActivity(ctx, filterOf(filter), format, actorOf(caller))
  const lines = format === 'csv' ? csvOf : ndjsonOf
  return {
    contentType: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson',
    fileName: `activity-${ctx.now.toISOString().slice(0, 10)}.${format}`,
    body: lines(batches, (entries) => wired(ctx, caller, entries)),
  }
})

export const getEvent = operation(contract.getEvent, async (ctx, { params, caller }) => {
  const entry = await ctx.store.auditLog.find(params.id)
  if (!entry) throw refuse('NOT_FOUND')
  const { requestId } = entry
  const others =
    requestId === '' ? [] : await ctx.store.auditLog.listFiltered({ requestId }, undefined, 50)
  const [event, ...ofRequest] = await wired(ctx, caller, [entry, ...others.toReversed()])
  if (!event) throw refuse('NOT_FOUND')
  return { event, ofRequest: ofRequest.filter(({ id }) => id !== entry.id) }
})

export const getUserHistory = operation(
  contract.getUserHistory,
  async (ctx, { params, query, caller }) => {
    const { id: userId } = await findUser(ctx, params.id)
    return pageOf(ctx, caller, { userId }, query)
  },
)

export const getClientHistory = operation(
  contract.getClientHistory,
  async (ctx, { params, query, caller }) => {
    const { id: clientId } = await findClient(ctx, params.id)
    return pageOf(ctx, caller, { clientId }, query)
  },
)

export const getGroupHistory = operation(
  contract.getGroupHistory,
  async (ctx, { params, query, caller }) => {
    const { id: groupId } = await findGroup(ctx, params.id)
    return pageOf(ctx, caller, { groupId }, query)
  },
)

interface Place {
  readonly after?: string | undefined
  readonly limit: number
}

async function pageOf(ctx: Context, caller: Caller, filter: EntryFilter, { after, limit }: Place) {
  const { entries, next } = await readActivity(ctx, filter, after, limit)
  const events = await wired(ctx, caller, entries)
  return { events, ...(next === undefined ? {} : { next }) }
}

async function wired(ctx: Context, caller: Caller, entries: readonly AuditLogRecord[]) {
  const names = await namesOf(ctx, entries, readableDomains(caller))
  return entries.map((entry) => eventToWire(entry, names(entry)))
}

type Filter = Omit<QueryOf<typeof contract.listEvents>, 'after' | 'limit'>

function filterOf({ auditEvent, category, outcome, from, to, ...filter }: Filter): EntryFilter {
  const events = eventsMatching(auditEvent, category, outcome)
  return { ...filter, events, from, before: to }
}

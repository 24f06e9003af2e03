import { readCursor, writeCursor } from '#lib/base/time/cursor.ts'
import type { Context } from '#lib/context.ts'
import type { AuditLogRecord } from '#lib/persistence/audit/audit-log.ts'
import type { EntryFilter } from '#lib/persistence/audit/filtered-audit-log.ts'

export interface EntriesPage {
  readonly entries: readonly AuditLogRecord[]
  /** Continues the list; absent at its end. */
  readonly next?: string
}

/**
 * A page of the activity, the newest first.
 * @param after the `next` of the page before; anything else starts with the newest
 */
export async function readActivity(
  { store }: Context,
  filter: EntryFilter,
  after: string | undefined,
  limit: number,
): Promise<EntriesPage> {
  // No stored text contains NUL, and PostgreSQL rejects a parameter that does.
  if (hasNul(filter)) return { entries: [] }
  const place = readCursor(after)
  const from = place && { createdAt: place.time, id: place.id }
  const found = await store.auditLog.listFiltered(filter, from, limit + 1)
  const entries = found.slice(0, limit)
  const last = entries.at(-1)
  const next = last && writeCursor(last.createdAt, last.id)
  return { entries, ...(found.length > limit && next ? { next } : {}) }
}

/** True for a filter that no entry can match. */
export function hasNul(filter: EntryFilter): boolean {
  const texts = [filter.actor, filter.ipAddress, filter.requestId, ...(filter.events ?? [])]
  return texts.some((text) => text?.includes('\0'))
}

import type { Context } from '#lib/context.ts'
import type { AuditLogRecord } from '#lib/persistence/audit/audit-log.ts'
import type { EntryFilter, EntryPlace } from '#lib/persistence/audit/filtered-audit-log.ts'

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
  const found = await store.auditLog.listFiltered(filter, placeOf(after), limit + 1)
  const entries = found.slice(0, limit)
  const last = entries.at(-1)
  return { entries, ...(found.length > limit && last ? { next: cursorOf(last) } : {}) }
}

function cursorOf({ createdAt, id }: EntryPlace): string {
  return `${createdAt.getTime()}-${id}`
}

const latest = 8_640_000_000_000_000

function placeOf(cursor = ''): EntryPlace | undefined {
  const [, time, id] = /^(\d{1,16})-(\d{1,15})$/.exec(cursor) ?? []
  if (time === undefined || Number(time) > latest) return undefined
  return { createdAt: new Date(Number(time)), id: Number(id) }
}

function hasNul(filter: EntryFilter): boolean {
  const texts = [filter.actor, filter.ipAddress, filter.requestId, ...(filter.events ?? [])]
  return texts.some((text) => text?.includes('\0'))
}

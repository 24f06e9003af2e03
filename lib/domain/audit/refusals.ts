import { refuse } from '#lib/answers/refusal.ts'
import { type RefusalRule, refusalRules } from '#lib/answers/refusal-rules.ts'
import type { Context } from '#lib/context.ts'
import type { RefusalFilter, RefusalRecord } from '#lib/persistence/audit/refusal-records.ts'

export interface RefusalPage {
  readonly records: readonly RefusalRecord[]
  /** Continues the list; absent at its end. */
  readonly next?: number
}

/** A page of refused requests, the newest first. */
export async function readRefusals(
  { store }: Context,
  filter: RefusalFilter,
  after: number | undefined,
  limit: number,
): Promise<RefusalPage> {
  // No stored text contains NUL, and PostgreSQL rejects a parameter that does.
  if (Object.values(filter).some((value) => typeof value === 'string' && value.includes('\0'))) {
    return { records: [] }
  }
  const found = await store.refusalRecords.list(filter, after, limit + 1)
  const records = found.slice(0, limit)
  const last = records.at(-1)
  return { records, ...(found.length > limit && last ? { next: last.id } : {}) }
}

/** @throws Refusal NOT_FOUND */
export async function findRefusal({ store }: Context, id: number): Promise<RefusalRecord> {
  const found = await store.refusalRecords.find(id)
  if (!found) throw refuse('NOT_FOUND')
  return found
}

/** The reason why a request has no record: it succeeded, or nothing is known here. */
export async function absenceOf(
  { store, settings }: Context,
  requestId: string,
): Promise<'off' | 'succeeded' | 'unknown'> {
  const entries = requestId.includes('\0') ? 0 : await store.auditLog.count({ requestId })
  if (entries > 0) return 'succeeded'
  return settings.refusalRecordsEnabled ? 'unknown' : 'off'
}

const known: ReadonlySet<string> = new Set(refusalRules)

/** A record of a later release may have a rule that this one does not know. */
export function ruleOf({ rule }: RefusalRecord): RefusalRule {
  return known.has(rule) ? (rule as RefusalRule) : 'request_malformed'
}

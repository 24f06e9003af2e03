import type { Context } from '#lib/context.ts'
import type { AuditLogRecord } from '#lib/persistence/audit/audit-log.ts'
import type { DeletedKind, Deletion } from '#lib/persistence/audit/entry-names.ts'
import type { AuditEvent } from './audit-events.ts'

/** The event of the deletion of each kind of record, and the details with its name, best first. */
const kinds = {
  userId: ['deleted_user', ['name', 'email']],
  clientId: ['deleted_client', ['clientIdentifier']],
  groupId: ['deleted_group', ['groupIdentifier']],
  resourceId: ['deleted_resource', ['resourceIdentifier']],
} as const satisfies Record<DeletedKind, readonly [AuditEvent, readonly string[]]>

/** The names of deleted records by their ids, from the entries about their deletion. */
export async function formerNames(
  { store }: Pick<Context, 'store'>,
  kind: DeletedKind,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const [event] = kinds[kind]
  const found = await store.entryNames.deletions(kind, event, ids)
  return new Map(found.map((deletion) => [deletion.id, nameIn(kind, deletion)]))
}

/** The names of deleted users by their subjects, for the actors of some entries. */
export async function formerActors(
  { store }: Pick<Context, 'store'>,
  subjects: readonly string[],
  entries: readonly AuditLogRecord[],
): Promise<ReadonlyMap<string, string>> {
  if (subjects.length === 0) return new Map()
  // The actor was deleted later.
  const oldest = Math.min(...entries.map(({ createdAt }) => createdAt.getTime()))
  const [event] = kinds.userId
  const found = await store.entryNames.deletionsOfSubjects(event, subjects, new Date(oldest))
  return new Map(
    found.map((deletion) => [String(detailsOf(deletion).userSubject), nameIn('userId', deletion)]),
  )
}

function nameIn(kind: DeletedKind, deletion: Deletion): string {
  const details = detailsOf(deletion)
  const [, fields] = kinds[kind]
  return fields.map((field) => String(details[field] ?? '')).find(Boolean) ?? ''
}

function detailsOf({ details }: Deletion): Readonly<Record<string, unknown>> {
  return JSON.parse(details) as Record<string, unknown>
}

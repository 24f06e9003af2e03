import { isUuid } from '#lib/base/crypto/uuid.ts'
import type { Context } from '#lib/context.ts'
import type { AuditLogRecord } from '#lib/persistence/audit/audit-log.ts'
import { fullName } from '../users/full-name.ts'

/** A record that an entry is about, as it is called now. */
export interface NamedRecord {
  readonly id: number
  /** '' when the record is gone, or may not be seen. */
  readonly name: string
}

export interface EntryNames {
  readonly user?: NamedRecord
  readonly client?: NamedRecord
  readonly group?: NamedRecord
  readonly resource?: NamedRecord
  /** The user, client or command that acted. */
  readonly actor?: { readonly name: string; readonly userId?: number }
}

type Namer = (entry: AuditLogRecord) => EntryNames

/**
 * Looks up the names of all records that some entries are about.
 * @param sees what the caller may read: it learns no name of anything else
 */
export async function namesOf(
  { store }: Pick<Context, 'store'>,
  entries: readonly AuditLogRecord[],
  sees: { readonly users: boolean; readonly clients: boolean; readonly settings: boolean },
): Promise<Namer> {
  const ids = (column: 'userId' | 'clientId' | 'groupId' | 'resourceId') => [
    ...new Set(entries.map((entry) => entry[column]).filter((id) => id !== null)),
  ]
  const actors = [...new Set(entries.map(({ actor }) => actor).filter(Boolean))]
  const subjects = actors.filter(isUuid)
  const [users, clients, groups, resources] = await Promise.all([
    sees.users ? store.entryNames.users(ids('userId'), subjects) : [],
    sees.clients ? store.entryNames.clients(ids('clientId'), []) : [],
    sees.users ? store.entryNames.groups(ids('groupId')) : [],
    sees.settings ? store.entryNames.resources(ids('resourceId')) : [],
  ])
  const userNames = new Map(users.map((user) => [user.id, fullName(user) || user.email]))
  const bySubject = new Map(users.map((user) => [user.subject, user]))
  const clientNames = new Map(
    clients.map((client) => [client.id, client.displayName || client.clientIdentifier]),
  )
  const groupNames = new Map(groups.map((group) => [group.id, group.groupIdentifier]))
  const resourceNames = new Map(resources.map((one) => [one.id, one.resourceIdentifier]))
  const named = (id: number | null, names: ReadonlyMap<number, string>) =>
    id === null ? undefined : { id, name: names.get(id) ?? '' }
  return (entry) => {
    const acted = bySubject.get(entry.actor)
    const actor = acted
      ? { name: userNames.get(acted.id) ?? entry.actor, userId: acted.id }
      : { name: entry.actor }
    return {
      ...present('user', named(entry.userId, userNames)),
      ...present('client', named(entry.clientId, clientNames)),
      ...present('group', named(entry.groupId, groupNames)),
      ...present('resource', named(entry.resourceId, resourceNames)),
      ...(entry.actor === '' ? {} : { actor }),
    }
  }
}

function present<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): Partial<Record<Name, Value>> {
  return value === undefined ? {} : ({ [name]: value } as Record<Name, Value>)
}

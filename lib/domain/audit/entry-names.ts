import { isUuid } from '#lib/base/crypto/uuid.ts'
import type { Context } from '#lib/context.ts'
import type { AuditLogRecord } from '#lib/persistence/audit/audit-log.ts'
import type { DeletedKind, NamedUser } from '#lib/persistence/audit/entry-names.ts'
import { fullName } from '../users/full-name.ts'
import { formerActors, formerNames } from './former-names.ts'

/** A record that an entry is about, with its present name, or its name at its deletion. */
export interface NamedRecord {
  readonly id: number
  /** '' when the record may not be seen, or its deletion is no longer in the log. */
  readonly name: string
  readonly deleted?: true
}

export interface EntryNames {
  readonly user?: NamedRecord
  readonly client?: NamedRecord
  readonly group?: NamedRecord
  readonly resource?: NamedRecord
  /** The user, client or command that acted. */
  readonly actor?: { readonly name: string; readonly userId?: number; readonly deleted?: true }
}

type Namer = (entry: AuditLogRecord) => EntryNames
type Named = Pick<Context, 'store'>
type Entries = readonly AuditLogRecord[]

/**
 * Looks up the names of all records that some entries are about.
 * @param sees the kinds of records that the caller may read; other names are left out
 */
export async function namesOf(
  { store }: Named,
  entries: Entries,
  sees: { readonly users: boolean; readonly clients: boolean; readonly settings: boolean },
): Promise<Namer> {
  const { entryNames } = store
  const find = (kind: DeletedKind, isSeen: boolean, read: Read) =>
    recordsOf({ store }, entries, kind, isSeen ? read : null)
  const [user, client, group, resource, actor] = await Promise.all([
    find('userId', sees.users, async (ids) =>
      (await entryNames.users(ids, [])).map((one) => [one.id, nameOf(one)]),
    ),
    find('clientId', sees.clients, async (ids) =>
      (await entryNames.clients(ids, [])).map((one) => [
        one.id,
        one.displayName || one.clientIdentifier,
      ]),
    ),
    find('groupId', sees.users, async (ids) =>
      (await entryNames.groups(ids)).map((one) => [one.id, one.groupIdentifier]),
    ),
    find('resourceId', sees.settings, async (ids) =>
      (await entryNames.resources(ids)).map((one) => [one.id, one.resourceIdentifier]),
    ),
    actorsOf({ store }, entries, sees.users),
  ])
  return (entry) => ({
    ...present('user', user(entry.userId)),
    ...present('client', client(entry.clientId)),
    ...present('group', group(entry.groupId)),
    ...present('resource', resource(entry.resourceId)),
    ...present('actor', actor(entry.actor)),
  })
}

/** Reads the names of the records that exist. */
type Read = (ids: readonly number[]) => Promise<readonly (readonly [id: number, name: string])[]>

/** @param read null when the caller may not read such records */
async function recordsOf(
  ctx: Named,
  entries: Entries,
  kind: DeletedKind,
  read: Read | null,
): Promise<(id: number | null) => NamedRecord | undefined> {
  const ids = [...new Set(entries.map((entry) => entry[kind]).filter((id) => id !== null))]
  const names = new Map(read ? await read(ids) : [])
  const gone = read ? ids.filter((id) => !names.has(id)) : []
  const former = await formerNames(ctx, kind, gone)
  return (id) => {
    if (id === null) return undefined
    const last = former.get(id)
    return last ? { id, name: last, deleted: true } : { id, name: names.get(id) ?? '' }
  }
}

async function actorsOf(
  { store }: Named,
  entries: Entries,
  isSeen: boolean,
): Promise<(actor: string) => EntryNames['actor'] | undefined> {
  const actors = isSeen ? [...new Set(entries.map(({ actor }) => actor))] : []
  const subjects = actors.filter(isUuid)
  const users = await store.entryNames.users([], subjects)
  const bySubject = new Map(users.map((user) => [user.subject, user]))
  const gone = subjects.filter((subject) => !bySubject.has(subject))
  const former = await formerActors({ store }, gone, entries)
  return (actor) => {
    if (actor === '') return undefined
    const user = bySubject.get(actor)
    if (user) return { name: nameOf(user), userId: user.id }
    const last = former.get(actor)
    return last ? { name: last, deleted: true } : { name: actor }
  }
}

function nameOf(user: NamedUser): string {
  return fullName(user) || user.email
}

function present<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): Partial<Record<Name, Value>> {
  return value === undefined ? {} : ({ [name]: value } as Record<Name, Value>)
}

import type { Queries } from '../database/tables.ts'

export interface NamedUser {
  readonly id: number
  readonly subject: string
  readonly email: string
  readonly givenName: string
  readonly middleName: string
  readonly familyName: string
  readonly locale: string
}

const ofUser = [
  'id',
  'subject',
  'email',
  'givenName',
  'middleName',
  'familyName',
  'locale',
] as const

/** The users with these ids or subjects. */
export async function users(
  queries: Queries,
  ids: readonly number[],
  subjects: readonly string[],
): Promise<NamedUser[]> {
  const byId =
    ids.length === 0
      ? []
      : await queries
          .selectFrom('users')
          .select(ofUser)
          .where('id', 'in', [...ids])
          .execute()
  const bySubject =
    subjects.length === 0
      ? []
      : await queries
          .selectFrom('users')
          .select(ofUser)
          .where('subject', 'in', [...subjects])
          .execute()
  return [...byId, ...bySubject]
}

/** The clients with these ids or identifiers. */
export async function clients(
  queries: Queries,
  ids: readonly number[],
  identifiers: readonly string[],
): Promise<{ id: number; clientIdentifier: string; displayName: string }[]> {
  const all = () => queries.selectFrom('clients').select(['id', 'clientIdentifier', 'displayName'])
  const byId =
    ids.length === 0
      ? []
      : await all()
          .where('id', 'in', [...ids])
          .execute()
  const named =
    identifiers.length === 0
      ? []
      : await all()
          .where('clientIdentifier', 'in', [...identifiers])
          .execute()
  return [...byId, ...named]
}

export async function groups(
  queries: Queries,
  ids: readonly number[],
): Promise<{ id: number; groupIdentifier: string }[]> {
  if (ids.length === 0) return []
  return queries
    .selectFrom('groups')
    .select(['id', 'groupIdentifier'])
    .where('id', 'in', [...ids])
    .execute()
}

export async function resources(
  queries: Queries,
  ids: readonly number[],
): Promise<{ id: number; resourceIdentifier: string }[]> {
  if (ids.length === 0) return []
  return queries
    .selectFrom('resources')
    .select(['id', 'resourceIdentifier'])
    .where('id', 'in', [...ids])
    .execute()
}

/** An entry about the deletion of a record: its details hold the last names of the record. */
export interface Deletion {
  readonly id: number
  readonly details: string
}

/** A record that entries name, by the column with its id. */
export type DeletedKind = 'userId' | 'clientId' | 'groupId' | 'resourceId'

/** The deletions of the records with these ids. */
export async function deletions(
  queries: Queries,
  kind: DeletedKind,
  auditEvent: string,
  ids: readonly number[],
): Promise<Deletion[]> {
  if (ids.length === 0) return []
  const rows = await queries
    .selectFrom('auditLogs')
    .select([kind, 'details'])
    .where('auditEvent', '=', auditEvent)
    .where(kind, 'in', [...ids])
    .execute()
  return rows.map((row) => ({ id: row[kind] ?? 0, details: row.details }))
}

/**
 * The deletions of the users with these subjects, which no index has.
 * @param since only entries of this moment or later are read
 */
export async function deletionsOfSubjects(
  queries: Queries,
  auditEvent: string,
  subjects: readonly string[],
  since: Date,
): Promise<Deletion[]> {
  if (subjects.length === 0) return []
  const rows = await queries
    .selectFrom('auditLogs')
    .select(['userId', 'details'])
    .where('auditEvent', '=', auditEvent)
    .where('createdAt', '>=', since)
    .where((eb) => eb.or(subjects.map((subject) => eb('details', 'like', `%"${subject}"%`))))
    .execute()
  return rows.map(({ userId, details }) => ({ id: userId ?? 0, details }))
}

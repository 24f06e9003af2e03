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

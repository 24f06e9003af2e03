import { sql } from 'kysely'
import { lockRows } from '../database/results.ts'
import type { AdminSource } from '../database/sources.ts'
import type { NewRecord, RowChange } from '../database/tables.ts'
import type { GroupRecord } from './groups.ts'

export function findById({ db }: AdminSource, id: number): Promise<GroupRecord | null> {
  return db.group.findUnique({ where: { id } })
}

/** The groups with these ids, unsorted. */
export function findMany({ db }: AdminSource, ids: readonly number[]): Promise<GroupRecord[]> {
  return db.group.findMany({ where: { id: { in: [...ids] } } })
}

/** Exact and case-sensitive on both databases. */
export function findByIdentifier(
  { db }: AdminSource,
  groupIdentifier: string,
): Promise<GroupRecord | null> {
  return db.group.findUnique({ where: { groupIdentifier } })
}

export function insert({ db }: AdminSource, group: NewRecord<'groups'>): Promise<GroupRecord> {
  return db.group.create({ data: group })
}

/** False when the group no longer exists. */
export async function update(
  { db }: AdminSource,
  id: number,
  change: RowChange<'groups'>,
): Promise<boolean> {
  return (await db.group.updateMany({ where: { id }, data: change })).count === 1
}

/** Deletes a group with its memberships, attributes and permissions; false when it no longer existed. */
export async function remove({ db }: AdminSource, id: number): Promise<boolean> {
  return (await db.group.deleteMany({ where: { id } })).count === 1
}

/** Reads a group and locks it until the transaction ends, against changes and new references. */
export async function lock({ db, queries }: AdminSource, id: number): Promise<GroupRecord | null> {
  await lockRows(
    queries,
    queries.selectFrom('groups').select('id').where('id', '=', id).forUpdate(),
  )
  return db.group.findUnique({ where: { id } })
}

/**
 * Keeps groups from being deleted until the transaction ends.
 * @returns the ids of existing groups
 */
export async function hold(admin: AdminSource, ids: readonly number[]): Promise<number[]> {
  const { queries, provider } = admin
  if (ids.length === 0) return []
  if (provider === 'postgresql') {
    await sql`SELECT "id" FROM "groups" WHERE "id" = ANY(${[...ids]})
      ORDER BY "id" FOR KEY SHARE`.execute(queries)
  }
  return existing(admin, ids)
}

/** Filters the ids, each given once, of existing groups. */
export async function existing({ db }: AdminSource, ids: readonly number[]): Promise<number[]> {
  const rows = await db.group.findMany({ where: { id: { in: [...ids] } }, select: { id: true } })
  return rows.map((row) => row.id)
}

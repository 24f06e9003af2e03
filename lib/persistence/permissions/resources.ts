import { lockRows } from '../database/results.ts'
import type { AdminSource } from '../database/sources.ts'
import type { NewRecord, Row, RowChange } from '../database/tables.ts'
import { countRows, matchingIds } from '../search/matching-rows.ts'
import { inOrderOf } from '../search/paging.ts'
import { containsText } from '../search/text-search.ts'

export type ResourceRecord = Row<'resources'>

/** A permission without its resource. */
export type OwnPermission = Row<'permissions'>

/** A resource with its permissions. */
export type ResourceWithPermissions = ResourceRecord & { permissions: OwnPermission[] }

export function findByIdentifier(
  { db }: AdminSource,
  resourceIdentifier: string,
): Promise<ResourceWithPermissions | null> {
  return db.resource.findUnique({ where: { resourceIdentifier }, include: { permissions: true } })
}

export function findById({ db }: AdminSource, id: number): Promise<ResourceRecord | null> {
  return db.resource.findUnique({ where: { id } })
}

/** Ordered by identifier. */
export function list({ db }: AdminSource): Promise<ResourceRecord[]> {
  return db.resource.findMany({ orderBy: [{ resourceIdentifier: 'asc' }, { id: 'asc' }] })
}

/** One page of the resources whose identifier or description contains the text, ordered by identifier. */
export async function search(
  admin: AdminSource,
  query: string,
  page: number,
  size: number,
): Promise<ResourceRecord[]> {
  const ids = await matchingIds(admin.db, matching(admin, query), page, size)
  return inOrderOf(ids, await admin.db.resource.findMany({ where: { id: { in: ids } } }))
}

export function countMatching(admin: AdminSource, query: string): Promise<number> {
  return countRows(admin.db, matching(admin, query))
}

export function insert(
  { db }: AdminSource,
  resourceIdentifier: string,
  description: string,
  permissions: { permissionIdentifier: string; description: string }[],
): Promise<ResourceWithPermissions> {
  return db.resource.create({
    data: { resourceIdentifier, description, permissions: { create: permissions } },
    include: { permissions: true },
  })
}

export function insertAlone(
  { db }: AdminSource,
  resource: NewRecord<'resources'>,
): Promise<ResourceRecord> {
  return db.resource.create({ data: resource })
}

/** False when the resource no longer exists. */
export async function update(
  { db }: AdminSource,
  id: number,
  change: RowChange<'resources'>,
): Promise<boolean> {
  return (await db.resource.updateMany({ where: { id }, data: change })).count === 1
}

/** Deletes a resource with its permissions and all their assignments; false when it no longer existed. */
export async function remove({ db }: AdminSource, id: number): Promise<boolean> {
  return (await db.resource.deleteMany({ where: { id } })).count === 1
}

/**
 * Reads a resource and locks it and its permissions against changes until the transaction ends. Permissions are locked
 * in the order of their ids, as in `permissions.hold`.
 */
export async function lock(
  { db, queries }: AdminSource,
  id: number,
): Promise<ResourceRecord | null> {
  const resource = queries.selectFrom('resources').select('id').where('id', '=', id)
  await lockRows(queries, resource.forUpdate())
  const permissions = queries.selectFrom('permissions').select('id').where('resourceId', '=', id)
  await lockRows(queries, permissions.orderBy('id').forUpdate())
  return db.resource.findUnique({ where: { id } })
}

function matching({ provider }: AdminSource, query: string) {
  const condition = containsText(provider, ['"resource_identifier"', '"description"'], query)
  return { table: 'resources', identifier: 'resource_identifier', condition } as const
}

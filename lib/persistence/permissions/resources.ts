import { sql } from 'kysely'
import { lockRows } from '../database/results.ts'
import type { AdminSource } from '../database/sources.ts'
import type { NewRecord, Row, RowChange } from '../database/tables.ts'
import {
  allOf,
  among,
  before,
  by,
  type Direction,
  foundIds,
  type ListedIds,
  type Part,
} from '../search/listing.ts'
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
  const ids = await matchingIds(admin.queries, matching(admin, query), page, size)
  return inOrderOf(ids, await admin.db.resource.findMany({ where: { id: { in: ids } } }))
}

export function countMatching(admin: AdminSource, query: string): Promise<number> {
  return countRows(admin.queries, matching(admin, query))
}

export type ResourceSort = 'identifier' | 'permissionCount' | 'createdAt'

export interface ResourceListing {
  readonly text: string
  readonly ids?: readonly number[] | undefined
  readonly createdBefore?: Date | undefined
  readonly sort: ResourceSort
  readonly direction: Direction
}

/** Ids of the resources that a search for words leaves, in the order of a sort. */
export function listResourceIds(
  { queries }: AdminSource,
  { text, ids, createdBefore, sort, direction }: ResourceListing,
  part: Part,
): Promise<ListedIds> {
  const listing = {
    from: sql.raw('"resources"'),
    id: sql.raw('"id"'),
    condition: allOf([among('"id"', ids), before('"created_at"', createdBefore)]),
    order: by(sortColumns[sort], direction),
  }
  const columns = ['"resource_identifier"', '"description"']
  return foundIds(queries, listing, { columns, typed: text }, part)
}

const sortColumns: Readonly<Record<ResourceSort, string>> = {
  identifier: '"resource_identifier"',
  permissionCount: '(SELECT COUNT(*) FROM "permissions" WHERE "resource_id" = "resources"."id")',
  createdAt: '"created_at"',
}

/** The resources with these ids, in their order. */
export async function listed(
  { db }: AdminSource,
  ids: readonly number[],
): Promise<ResourceRecord[]> {
  return inOrderOf(ids, await db.resource.findMany({ where: { id: { in: [...ids] } } }))
}

/** How many permissions each of some resources has. */
export async function permissionCounts(
  { db }: AdminSource,
  ids: readonly number[],
): Promise<(resourceId: number) => number> {
  const where = { resourceId: { in: [...ids] } }
  const rows = await db.permission.groupBy({ by: ['resourceId'], where, _count: true })
  const counts = new Map(rows.map((row) => [row.resourceId, row._count]))
  return (resourceId) => counts.get(resourceId) ?? 0
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

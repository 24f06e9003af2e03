import { sql } from 'kysely'
import { lockRows } from '../database/results.ts'
import type { AdminSource } from '../database/sources.ts'
import type { PermissionRecord } from './permission-rows.ts'

/** Both identifiers match exactly. */
export function find(
  { db }: AdminSource,
  resourceIdentifier: string,
  permissionIdentifier: string,
): Promise<PermissionRecord | null> {
  return db.permission.findFirst({
    where: { permissionIdentifier, resource: { resourceIdentifier } },
    include: { resource: true },
  })
}

export function findById({ db }: AdminSource, id: number): Promise<PermissionRecord | null> {
  return db.permission.findUnique({ where: { id }, include: { resource: true } })
}

/** The existing permissions among the ids, with their resources, ordered by id. */
export async function findMany(
  { db }: AdminSource,
  ids: readonly number[],
): Promise<PermissionRecord[]> {
  // Sorted here: Prisma splits a long list of ids over several statements only for unsorted queries.
  const found = await db.permission.findMany({
    where: { id: { in: [...ids] } },
    include: { resource: true },
  })
  return found.sort((a, b) => a.id - b.id)
}

/** Filters the ids, each given once, of existing permissions. */
export async function existing({ db }: AdminSource, ids: readonly number[]): Promise<number[]> {
  const rows = await db.permission.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true },
  })
  return rows.map((row) => row.id)
}

/**
 * Keeps permissions from being deleted until the transaction ends. Locks them in the order of their ids, so that
 * two transactions never wait for each other.
 */
export async function hold(
  { queries, provider }: AdminSource,
  ids: readonly number[],
): Promise<void> {
  if (provider !== 'postgresql' || ids.length === 0) return
  await sql`SELECT "id" FROM "permissions" WHERE "id" = ANY(${[...ids]})
        ORDER BY "id" FOR KEY SHARE`.execute(queries)
}

/** Makes other transactions that lock the same permission wait until this one ends. */
export function lock(
  { queries }: AdminSource,
  resource: string,
  identifier: string,
): Promise<void> {
  const named = queries
    .selectFrom('permissions')
    .innerJoin('resources', 'resources.id', 'permissions.resourceId')
    .select('permissions.id')
    .where('resources.resourceIdentifier', '=', resource)
    .where('permissions.permissionIdentifier', '=', identifier)
  return lockRows(queries, named.forUpdate('permissions'))
}

import { lockRows } from '../database/results.ts'
import type { AdminSource } from '../database/sources.ts'

/** Ids of the resources whose tokens a client may introspect, ascending. */
export async function listOf({ db }: AdminSource, clientId: number): Promise<number[]> {
  const rows = await db.clientIntrospectionResource.findMany({
    where: { clientId },
    select: { resourceId: true },
    orderBy: { resourceId: 'asc' },
  })
  return rows.map(({ resourceId }) => resourceId)
}

/** Keeps resources from being deleted until the transaction ends. Locks them in the order of their ids. */
export async function holdResources(
  { queries }: AdminSource,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  const named = queries
    .selectFrom('resources')
    .select('id')
    .where('id', 'in', [...ids])
  await lockRows(queries, named.orderBy('id').forKeyShare())
}

export async function add(
  { db }: AdminSource,
  clientId: number,
  resourceIds: readonly number[],
  createdAt: Date,
): Promise<void> {
  const data = resourceIds.map((resourceId) => ({ clientId, resourceId, createdAt }))
  if (data.length > 0) await db.clientIntrospectionResource.createMany({ data })
}

export async function remove(
  { db }: AdminSource,
  clientId: number,
  resourceIds: readonly number[],
): Promise<void> {
  await db.clientIntrospectionResource.deleteMany({
    where: { clientId, resourceId: { in: [...resourceIds] } },
  })
}

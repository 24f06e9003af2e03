import type { AdminSource } from '../database/sources.ts'

/** The addresses of a resource, in the order in which they were saved. */
export async function listOf({ db }: AdminSource, resourceId: number): Promise<string[]> {
  const rows = await db.resourceIndicator.findMany({
    where: { resourceId },
    select: { uri: true },
    orderBy: { id: 'asc' },
  })
  return rows.map(({ uri }) => uri)
}

/** Replaces the addresses of a resource, in this order. */
export async function replace(
  { db }: AdminSource,
  resourceId: number,
  indicators: readonly { readonly uri: string; readonly uriKey: string }[],
  createdAt: Date,
): Promise<void> {
  await db.resourceIndicator.deleteMany({ where: { resourceId } })
  const data = indicators.map((indicator) => ({ ...indicator, resourceId, createdAt }))
  if (data.length > 0) await db.resourceIndicator.createMany({ data })
}

import type { AdminSource } from '../database/sources.ts'
import type { NewRecord } from '../database/tables.ts'
import { removeByIds } from '../maintenance/removal.ts'

// Parameters of POSTed authorization requests.

export async function insertRequest(
  { db }: AdminSource,
  request: NewRecord<'storedAuthorizationRequests'>,
): Promise<void> {
  await db.storedAuthorizationRequest.create({ data: request })
}

/** Consumes a stored request: its parameters for the first caller, null for later ones. */
export async function consumeRequest(
  { db }: AdminSource,
  handleHash: string,
  now: Date,
): Promise<string | null> {
  const row = await db.storedAuthorizationRequest.findUnique({ where: { handleHash } })
  if (!row) return null
  const { count } = await db.storedAuthorizationRequest.deleteMany({ where: { id: row.id } })
  return count === 1 && row.expiresAt > now ? row.parameters : null
}

export function countRequests({ db }: AdminSource): Promise<number> {
  return db.storedAuthorizationRequest.count()
}

/** Removes the `limit` oldest requests; returns the number removed. */
export async function removeOldestRequests({ db }: AdminSource, limit: number): Promise<number> {
  const oldest = await db.storedAuthorizationRequest.findMany({
    orderBy: { id: 'asc' },
    take: limit,
    select: { id: true },
  })
  return removeByIds(db.storedAuthorizationRequest, oldest)
}

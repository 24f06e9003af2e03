import { deletedRows, firstOrNull } from '../database/results.ts'
import type { NewRow, Queries } from '../database/tables.ts'
import { removeExpiredRows } from '../maintenance/expiring-tables.ts'
import type { InteractionRecord } from './interactions.ts'

// Authorization requests that clients sent before their users came.

export async function insert(queries: Queries, request: NewRow<'pushedRequests'>): Promise<void> {
  await queries.insertInto('pushedRequests').values(request).execute()
}

/** Consumes a request: its sealed parameters for the first caller, null for later ones and for other clients. */
export async function take(
  queries: Queries,
  handleHash: string,
  clientId: number,
  now: Date,
): Promise<Uint8Array | null> {
  const row = await firstOrNull(
    queries
      .selectFrom('pushedRequests')
      .selectAll()
      .where('handleHash', '=', handleHash)
      .where('clientId', '=', clientId)
      .where('expiresAt', '>', now),
  )
  if (!row) return null
  const taken = await deletedRows(queries.deleteFrom('pushedRequests').where('id', '=', row.id))
  return taken === 1 ? row.parametersEncrypted : null
}

/** The newest sign-in of a browser that began with a request. */
export function findBegun(
  queries: Queries,
  handleHash: string,
  browserHashes: readonly string[],
): Promise<InteractionRecord | null> {
  if (browserHashes.length === 0) return Promise.resolve(null)
  return firstOrNull(
    queries
      .selectFrom('interactions')
      .selectAll()
      .where('browserHash', 'in', browserHashes)
      .where('pushedHandleHash', '=', handleHash)
      .orderBy('id', 'desc'),
  )
}

/** The number of requests, expired ones included. */
export async function count(queries: Queries): Promise<number> {
  const { total } = await queries
    .selectFrom('pushedRequests')
    .select((eb) => eb.fn.countAll<number | bigint>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Removes the `limit` oldest requests; returns the number removed. */
export function removeOldest(queries: Queries, limit: number): Promise<number> {
  const oldest = queries.selectFrom('pushedRequests').select('id').orderBy('id').limit(limit)
  return deletedRows(queries.deleteFrom('pushedRequests').where('id', 'in', oldest))
}

/** Removes at most `limit` expired requests. */
export function removeExpired(queries: Queries, now: Date, limit: number): Promise<number> {
  return removeExpiredRows(queries, 'pushedRequests', now, limit)
}

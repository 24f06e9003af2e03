import { firstOrNull, updatedRows } from '../database/results.ts'
import type { NewRow, Queries, Row } from '../database/tables.ts'
import { removeExpiredRows } from '../maintenance/expiring-tables.ts'

/** One round trip of a browser to a provider. */
export type ProviderRequestRecord = Row<'providerRequests'>
export type NewProviderRequest = NewRow<'providerRequests'>

export async function insert(queries: Queries, request: NewProviderRequest): Promise<void> {
  await queries.insertInto('providerRequests').values(request).execute()
}

export function findByState(
  queries: Queries,
  stateHash: string,
): Promise<ProviderRequestRecord | null> {
  return firstOrNull(
    queries.selectFrom('providerRequests').selectAll().where('stateHash', '=', stateHash),
  )
}

/** Spends a request; false for all but the first caller. */
export async function spend(queries: Queries, id: number, usedAt: Date): Promise<boolean> {
  const change = queries.updateTable('providerRequests').set({ usedAt }).where('id', '=', id)
  return (await updatedRows(change.where('usedAt', 'is', null))) === 1
}

/** Stores where the first answer led, so that a repeated one leads there too. */
export async function finish(queries: Queries, id: number, doneLocation: string): Promise<void> {
  await queries.updateTable('providerRequests').set({ doneLocation }).where('id', '=', id).execute()
}

/** Removes at most `limit` expired requests; returns the number removed. */
export function removeExpired(queries: Queries, now: Date, limit: number): Promise<number> {
  return removeExpiredRows(queries, 'providerRequests', now, limit)
}

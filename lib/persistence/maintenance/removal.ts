import { lockRows } from '../database/results.ts'
import type { Queries } from '../database/tables.ts'

interface Removing {
  deleteMany(query: { where: { id: { in: number[] } } }): Promise<{ count: number }>
}

/** Removes rows by id; returns the number that still existed. */
export async function removeByIds(
  table: Removing,
  rows: readonly { readonly id: number }[],
): Promise<number> {
  if (rows.length === 0) return 0
  return (await table.deleteMany({ where: { id: { in: rows.map(({ id }) => id) } } })).count
}

/**
 * Removes the codes and refresh tokens of a client or user that is about to be removed. Revocations lock codes first,
 * then tokens, so the codes are locked first here (PostgreSQL row locks). They are deleted last, because a refresh
 * locks its token and then refers to the code.
 */
export async function removeTokensOf(
  queries: Queries,
  owner: 'client' | 'user',
  id: number,
): Promise<void> {
  const column = owner === 'client' ? 'clientId' : 'userId'
  const codes = queries.selectFrom('codes').select('id').where(column, '=', id)
  await lockRows(queries, codes.orderBy('id').forNoKeyUpdate())
  await queries.deleteFrom('refreshTokens').where(column, '=', id).execute()
  await queries.deleteFrom('codes').where(column, '=', id).execute()
}

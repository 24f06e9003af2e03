import { lockRows } from './database/results.ts'
import type { Queries } from './database/tables.ts'

/** A table of the client, as far as rows are removed from it. */
interface Removing {
  deleteMany(query: { where: { id: { in: number[] } } }): Promise<{ count: number }>
}

/** Removes rows that were found before; returns how many were still there. */
export async function removeByIds(
  table: Removing,
  rows: readonly { readonly id: number }[],
): Promise<number> {
  if (rows.length === 0) return 0
  return (await table.deleteMany({ where: { id: { in: rows.map(({ id }) => id) } } })).count
}

/**
 * Removes the codes and refresh tokens of a client or a user, which is removed next. Whoever revokes some of them
 * takes the codes first, then the tokens, so the codes are held first here (PostgreSQL row locks); they go last, since
 * whoever refreshes a token holds that and only then refers to its code.
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

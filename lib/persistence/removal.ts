import type { Provider } from './client.ts'
import type { Direct } from './direct.ts'

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
  provider: Provider,
  sql: Direct,
  owner: 'client' | 'user',
  id: number,
): Promise<void> {
  const codes = `FROM "codes" WHERE "${owner}_id" = ?`
  if (provider === 'postgresql') {
    await sql.run(
      `SELECT COUNT(*) FROM (SELECT 1 ${codes} ORDER BY "id" FOR NO KEY UPDATE) AS "held"`,
      id,
    )
  }
  await sql.run(`DELETE FROM "refresh_tokens" WHERE "${owner}_id" = ?`, id)
  await sql.run(`DELETE ${codes}`, id)
}

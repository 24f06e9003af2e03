import { domainToUnicode } from 'node:url'
import { sql } from 'kysely'
import { foldText } from '#lib/base/text/folding.ts'
import type { Provider } from '../database/provider.ts'
import type { Queries, Sql } from '../database/tables.ts'

/** Separates the fields of a user's text (see the migration `user_texts`); the address comes first. */
export const separator = '\u001f'

/** Texts that are not folded but need folding. Must match the partial index word for word. */
const unfoldedTexts: Readonly<Record<Provider, Sql>> = {
  sqlite: sql.raw(
    `"form" = 0 AND (length(CAST("text" AS BLOB)) <> length("text") OR instr("text", 'xn--') > 0)`,
  ),
  postgresql: sql.raw(
    `"form" = 0 AND (octet_length("text") <> char_length("text") OR strpos("text", 'xn--') > 0)`,
  ),
}

/** The condition that a row of `user_texts` still needs folding. */
export function unfolded(provider: Provider): Sql {
  return unfoldedTexts[provider]
}

/** Whether such rows exist. */
export async function hasUnfolded(queries: Queries, provider: Provider): Promise<boolean> {
  // A count: for a single row, PostgreSQL would prefer a table scan to the index.
  const { rows } = await sql<{ count: number }>`
    SELECT COUNT(*) AS "count" FROM "user_texts" WHERE ${unfolded(provider)}`.execute(queries)
  return (rows[0]?.count ?? 0) > 0
}

/**
 * Folds texts that the database's triggers wrote. A text that changes meanwhile stays unfolded.
 * @param limit the largest number of texts
 * @param userId whose text; absent: any user's
 * @returns the number of texts examined
 */
export async function foldTexts(
  queries: Queries,
  provider: Provider,
  limit: number,
  userId?: number,
): Promise<number> {
  const whose = userId === undefined ? sql`` : sql`AND "user_id" = ${userId}`
  const { rows } = await sql<{
    id: number
    text: string
  }>`SELECT "user_id" AS "id", "text" FROM "user_texts"
      WHERE ${unfolded(provider)} ${whose} LIMIT ${limit}`.execute(queries)
  for (const { id, text } of rows) {
    await sql`UPDATE "user_texts" SET "text" = ${foldedUserText(text)}, "form" = 1
      WHERE "user_id" = ${id} AND "text" = ${text}`.execute(queries)
  }
  return rows.length
}

/** True for a value that makes folding necessary. */
export function needsFolding(value: unknown): boolean {
  return typeof value === 'string' && /[^\0-\x7f]|xn--/i.test(value)
}

/** Folds every field, and adds the address with its domain in Unicode. */
function foldedUserText(text: string): string {
  const [email = '', ...others] = text.split(separator)
  const at = email.lastIndexOf('@') + 1
  const unicode = email.slice(0, at) + domainToUnicode(email.slice(at))
  const emails = email.includes('xn--') ? [email, unicode] : [email]
  return [...emails, ...others].map(foldText).join(separator)
}

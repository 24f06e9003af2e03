import { domainToUnicode } from 'node:url'
import { foldText } from '#lib/base/text/folding.ts'
import type { Provider } from '../database/provider.ts'
import type { Db } from '../database/sources.ts'
import { Prisma } from '../generated/sqlite/client.ts'

/** Separates the fields of a user's text (see the migration `user_texts`); the address comes first. */
export const separator = '\u001f'

/** Texts that are not folded but need folding. Must match the partial index word for word. */
const unfoldedTexts: Readonly<Record<Provider, Prisma.Sql>> = {
  sqlite: Prisma.raw(
    `"form" = 0 AND (length(CAST("text" AS BLOB)) <> length("text") OR instr("text", 'xn--') > 0)`,
  ),
  postgresql: Prisma.raw(
    `"form" = 0 AND (octet_length("text") <> char_length("text") OR strpos("text", 'xn--') > 0)`,
  ),
}

/** The condition that a row of `user_texts` still needs folding. */
export function unfolded(provider: Provider): Prisma.Sql {
  return unfoldedTexts[provider]
}

/** Whether such rows exist. */
export async function hasUnfolded(db: Db, provider: Provider): Promise<boolean> {
  // A count: for a single row, PostgreSQL would prefer a table scan to the index.
  const rows = await db.$queryRaw<{ count: number | bigint }[]>`
    SELECT COUNT(*) AS "count" FROM "user_texts" WHERE ${unfolded(provider)}`
  return Number(rows[0]?.count ?? 0) > 0
}

/**
 * Folds texts that the database's triggers wrote. A text that changes meanwhile stays unfolded.
 * @param limit the largest number of texts
 * @param userId whose text; absent: any user's
 * @returns the number of texts examined
 */
export async function foldTexts(
  db: Db,
  provider: Provider,
  limit: number,
  userId?: number,
): Promise<number> {
  const whose = userId === undefined ? Prisma.empty : Prisma.sql`AND "user_id" = ${userId}`
  const rows = await db.$queryRaw<{ id: number | bigint; text: string }[]>(
    Prisma.sql`SELECT "user_id" AS "id", "text" FROM "user_texts"
      WHERE ${unfolded(provider)} ${whose} LIMIT ${limit}`,
  )
  for (const { id, text } of rows) {
    await db.$executeRaw`UPDATE "user_texts" SET "text" = ${foldedUserText(text)}, "form" = 1
      WHERE "user_id" = ${Number(id)} AND "text" = ${text}`
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

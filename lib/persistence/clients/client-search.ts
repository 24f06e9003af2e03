import type { AdminSource } from '../database/sources.ts'
import { Prisma } from '../generated/sqlite/client.ts'
import { inOrderOf, skipBefore } from '../search/paging.ts'
import { containsText, isSearchable } from '../search/text-search.ts'
import type { ClientWithLists } from './clients.ts'
import { withLists } from './with-lists.ts'

/** Criteria of a search. */
interface Sought {
  /** A part of the identifier, the display name or the description. */
  readonly query: string
  /** Null for any. */
  readonly identifiers: readonly string[] | null
}

/** One page of the matching clients, ordered by identifier. */
export async function search(
  admin: AdminSource,
  sought: Sought,
  page: number,
  size: number,
): Promise<ClientWithLists[]> {
  const rows = await admin.db.$queryRaw<{ id: number | bigint }[]>`
        SELECT "id" FROM "clients" WHERE ${matching(admin, sought)}
        ORDER BY "client_identifier", "id" LIMIT ${size} OFFSET ${skipBefore(page, size)}`
  const ids = rows.map((row) => Number(row.id))
  const found = await admin.db.client.findMany({ where: { id: { in: ids } }, include: withLists })
  return inOrderOf(ids, found)
}

export async function countMatching(admin: AdminSource, sought: Sought): Promise<number> {
  const rows = await admin.db.$queryRaw<{ total: number | bigint }[]>`
        SELECT COUNT(*) AS "total" FROM "clients" WHERE ${matching(admin, sought)}`
  return Number(rows[0]?.total ?? 0)
}

function matching({ provider }: AdminSource, { query, identifiers }: Sought): Prisma.Sql {
  const columns = ['"client_identifier"', '"display_name"', '"description"']
  const contains = containsText(provider, columns, query)
  if (!identifiers) return contains
  const possible = identifiers.filter(isSearchable)
  if (possible.length === 0) return Prisma.sql`FALSE`
  return Prisma.sql`"client_identifier" IN (${Prisma.join(possible)}) AND ${contains}`
}

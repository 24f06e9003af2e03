import type { AdminSource } from '../database/sources.ts'
import { Prisma } from '../generated/sqlite/client.ts'
import { countRows, matchingIds } from '../search/matching-rows.ts'
import { inOrderOf } from '../search/paging.ts'
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
  const ids = await matchingIds(admin.db, matching(admin, sought), page, size)
  const found = await admin.db.client.findMany({ where: { id: { in: ids } }, include: withLists })
  return inOrderOf(ids, found)
}

export function countMatching(admin: AdminSource, sought: Sought): Promise<number> {
  return countRows(admin.db, matching(admin, sought))
}

function matching(admin: AdminSource, sought: Sought) {
  const condition = conditionOf(admin, sought)
  return { table: 'clients', identifier: 'client_identifier', condition } as const
}

function conditionOf({ provider }: AdminSource, { query, identifiers }: Sought): Prisma.Sql {
  const columns = ['"client_identifier"', '"display_name"', '"description"']
  const contains = containsText(provider, columns, query)
  if (!identifiers) return contains
  const possible = identifiers.filter(isSearchable)
  if (possible.length === 0) return Prisma.sql`FALSE`
  return Prisma.sql`"client_identifier" IN (${Prisma.join(possible)}) AND ${contains}`
}

import { sql } from 'kysely'
import type { AdminSource } from '../database/sources.ts'
import type { Sql } from '../database/tables.ts'
import {
  allOf,
  among,
  before,
  beforeOrNever,
  by,
  type Direction,
  equals,
  foundIds,
  type ListedIds,
  never,
  type Part,
  since,
} from '../search/listing.ts'
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
  const ids = await matchingIds(admin.queries, matching(admin, sought), page, size)
  const found = await admin.db.client.findMany({ where: { id: { in: ids } }, include: withLists })
  return inOrderOf(ids, found)
}

export function countMatching(admin: AdminSource, sought: Sought): Promise<number> {
  return countRows(admin.queries, matching(admin, sought))
}

/** Filters of a list of clients; absent for any. */
export interface ClientFilter {
  readonly ids?: readonly number[] | undefined
  readonly enabled?: boolean | undefined
  readonly isPublic?: boolean | undefined
  readonly selfRegistered?: boolean | undefined
  /** The administrator's decision about a client that registered itself. */
  readonly approval?: string | undefined
  /** See `isOfKind`. */
  readonly kind?: string | undefined
  readonly createdBefore?: Date | undefined
  readonly usedSince?: Date | undefined
  /** Last used before this, or never. */
  readonly usedBefore?: Date | undefined
  readonly neverUsed?: boolean | undefined
  /** Null for any. */
  readonly identifiers?: readonly string[] | null
}

export type ClientSort = 'identifier' | 'name' | 'createdAt' | 'lastUsedAt'

export interface ClientListing {
  readonly text: string
  readonly filter: ClientFilter
  readonly sort: ClientSort
  readonly direction: Direction
}

const searched = ['"client_identifier"', '"display_name"', '"description"']

/** Ids of the clients that a filter and a search for words leave, in the order of a sort. */
export function listClientIds(
  { queries }: AdminSource,
  { text, filter, sort, direction }: ClientListing,
  part: Part,
): Promise<ListedIds> {
  const listing = {
    from: sql.raw('"clients" LEFT JOIN "client_uses" ON "client_id" = "id"'),
    id: sql.raw('"id"'),
    condition: allOf([
      among('"id"', filter.ids),
      equals('"enabled"', filter.enabled),
      equals('"is_public"', filter.isPublic),
      equals('"created_via_dcr"', filter.selfRegistered),
      filter.approval === undefined ? null : isDecided(filter.approval),
      filter.kind === undefined ? null : isOfKind(filter.kind),
      before('"created_at"', filter.createdBefore),
      since('"last_used_at"', filter.usedSince),
      beforeOrNever('"last_used_at"', filter.usedBefore),
      never('"last_used_at"', filter.neverUsed),
      filter.identifiers ? isNamed(filter.identifiers) : null,
    ]),
    order: by(sortColumns[sort], direction, sort === 'lastUsedAt'),
  }
  return foundIds(queries, listing, { columns: searched, typed: text }, part)
}

const sortColumns: Readonly<Record<ClientSort, string>> = {
  identifier: '"client_identifier"',
  name: `COALESCE(NULLIF("display_name", ''), "client_identifier")`,
  createdAt: '"created_at"',
  lastUsedAt: '"last_used_at"',
}

function isDecided(approval: string): Sql {
  return sql`"id" IN (SELECT "client_id" FROM "client_registrations" WHERE "approval" = ${approval})`
}

/**
 * The kind of an application: the one that its client states, or else the one that its settings suggest (`kindOf` of
 * the console).
 */
function isOfKind(kind: string): Sql {
  return sql`CASE WHEN "kind" <> '' THEN "kind"
    WHEN NOT "authorization_code_enabled" AND "client_credentials_enabled" THEN 'machine'
    WHEN NOT "is_public" THEN 'web'
    WHEN "id" IN (SELECT "client_id" FROM "client_web_origins") THEN 'spa'
    ELSE 'native' END = ${kind}`
}

/** The clients with these ids, in their order. */
export async function listed(
  { db }: AdminSource,
  ids: readonly number[],
): Promise<ClientWithLists[]> {
  const where = { id: { in: [...ids] } }
  return inOrderOf(ids, await db.client.findMany({ where, include: withLists }))
}

function matching(admin: AdminSource, sought: Sought) {
  const condition = conditionOf(admin, sought)
  return { table: 'clients', identifier: 'client_identifier', condition } as const
}

function conditionOf({ provider }: AdminSource, { query, identifiers }: Sought): Sql {
  const contains = containsText(provider, searched, query)
  return identifiers ? sql`${isNamed(identifiers)} AND ${contains}` : contains
}

function isNamed(identifiers: readonly string[]): Sql {
  const possible = identifiers.filter(isSearchable)
  if (possible.length === 0) return sql`FALSE`
  return sql`"client_identifier" IN (${sql.join(possible)})`
}

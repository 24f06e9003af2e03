import { sql } from 'kysely'
import type { Queries, Sql } from '../database/tables.ts'
import { skipBefore } from './paging.ts'

/** A search in a table whose rows have an identifier; every name is trusted. */
interface Search {
  readonly table: 'clients' | 'groups' | 'resources'
  /** The column that orders the rows. */
  readonly identifier: 'client_identifier' | 'group_identifier' | 'resource_identifier'
  readonly condition: Sql
}

/** The ids of one page of the rows that meet the condition, ordered by identifier. */
export async function matchingIds(
  queries: Queries,
  { table, identifier, condition }: Search,
  page: number,
  size: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT "id" FROM ${name(table)} WHERE ${condition}
    ORDER BY ${name(identifier)}, "id" LIMIT ${size} OFFSET ${skipBefore(page, size)}`.execute(
    queries,
  )
  return rows.map(({ id }) => id)
}

/** The number of rows that meet the condition. */
export async function countRows(queries: Queries, { table, condition }: Search): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT COUNT(*) AS "total" FROM ${name(table)} WHERE ${condition}`.execute(queries)
  return rows[0]?.total ?? 0
}

function name(identifier: string): Sql {
  return sql.raw(`"${identifier}"`)
}

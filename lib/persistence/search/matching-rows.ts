import type { Db } from '../database/sources.ts'
import { Prisma } from '../generated/sqlite/client.ts'
import { skipBefore } from './paging.ts'

/** A search in a table whose rows have an identifier; every name is trusted. */
interface Search {
  readonly table: 'clients' | 'groups' | 'resources'
  /** The column that orders the rows. */
  readonly identifier: 'client_identifier' | 'group_identifier' | 'resource_identifier'
  readonly condition: Prisma.Sql
}

/** The ids of one page of the rows that meet the condition, ordered by identifier. */
export async function matchingIds(
  db: Db,
  { table, identifier, condition }: Search,
  page: number,
  size: number,
): Promise<number[]> {
  const rows = await db.$queryRaw<{ id: number | bigint }[]>`
    SELECT "id" FROM ${name(table)} WHERE ${condition}
    ORDER BY ${name(identifier)}, "id" LIMIT ${size} OFFSET ${skipBefore(page, size)}`
  return rows.map(({ id }) => Number(id))
}

/** The number of rows that meet the condition. */
export async function countRows(db: Db, { table, condition }: Search): Promise<number> {
  const rows = await db.$queryRaw<{ total: number | bigint }[]>`
    SELECT COUNT(*) AS "total" FROM ${name(table)} WHERE ${condition}`
  return Number(rows[0]?.total ?? 0)
}

function name(identifier: string): Prisma.Sql {
  return Prisma.raw(`"${identifier}"`)
}

import { sql } from 'kysely'
import { countUpTo, deletedRows } from '../database/results.ts'
import type { Queries } from '../database/tables.ts'
import { type DependentTable, dependentTables, type ParentRecord } from './dependent-tables.ts'

/** Removes at most `limit` rows of one table; returns the number removed. */
export type RemoveBatch = (limit: number) => Promise<number>

/** Tables, with the columns of the other tables that refer to them. */
const references: Partial<Record<DependentTable, readonly (readonly [string, string])[]>> = {
  codes: [['refreshTokens', 'codeId']],
  grants: [
    ['refreshTokens', 'grantId'],
    ['codes', 'grantId'],
  ],
}

/** Whether a table has more than `limit` dependents of a client or user. */
export async function exceed(
  queries: Queries,
  parent: ParentRecord,
  limit: number,
): Promise<boolean> {
  for (const table of dependentTables[parent.kind]) {
    if ((await countUpTo(queries, rowsOf(queries, table, parent), limit + 1)) > limit) return true
  }
  return false
}

/**
 * Functions that remove the rows table by table, in this order; not for transactions. They skip rows that are locked or
 * still referred to (PostgreSQL row locks).
 */
export function removals(queries: Queries, parent: ParentRecord): readonly RemoveBatch[] {
  return dependentTables[parent.kind].map((table) => (limit) => {
    const some = unreferenced(queries, table, parent).limit(limit).forUpdate().skipLocked()
    return deletedRows(
      queries
        // Materialized: PostgreSQL could otherwise repeat the query for each row, and find other rows once these are
        // deleted.
        .with(
          (cte) => cte('some').materialized(),
          () => some,
        )
        .deleteFrom<DependentTable>(table)
        .where('id', 'in', (eb) => eb.selectFrom('some').select('some.id')),
    )
  })
}

function rowsOf(queries: Queries, table: DependentTable, { kind, id }: ParentRecord) {
  return queries
    .selectFrom(table)
    .select('id')
    .where(kind === 'client' ? 'clientId' : 'userId', '=', id)
}

function unreferenced(queries: Queries, table: DependentTable, parent: ParentRecord) {
  let rows = rowsOf(queries, table, parent)
  for (const [other, column] of references[table] ?? []) {
    const referring = sql`select 1 from ${sql.table(other)}
      where ${sql.ref(`${other}.${column}`)} = ${sql.ref(`${table}.id`)}`
    rows = rows.where(sql<boolean>`not exists (${referring})`)
  }
  return rows
}

import { sql } from 'kysely'
import { countUpTo, deletedRows } from '../database/results.ts'
import type { Queries, Tables } from '../database/tables.ts'

/** The client or user that owns the rows. */
export interface ParentRecord {
  readonly kind: 'client' | 'user'
  readonly id: number
}

/** Removes at most `limit` rows of one table; returns the number removed. */
export type RemoveBatch = (limit: number) => Promise<number>

/**
 * Tables in which a client or user may have any number of rows, referring tables first. A cascading deletion would be
 * unbounded, and would lock rows in another order than `Store`.
 */
export const dependentTables = {
  client: [
    'interactions',
    'refreshTokens',
    'codes',
    'grants',
    'userConsents',
    'userSessionClients',
  ],
  user: ['refreshTokens', 'codes', 'grants', 'userConsents', 'userSessions'],
} as const satisfies Record<ParentRecord['kind'], readonly (keyof Tables)[]>

/** Tables, with the columns of the other tables that refer to them. */
const references: Readonly<Record<string, readonly string[]>> = {
  codes: ['refreshTokens.codeId'],
  grants: ['refreshTokens.grantId', 'codes.grantId'],
}

/** The dependents of a client or user that is about to be removed, in batches. */
export function dependents(queries: Queries) {
  /** Typed as the table of codes: all tables have the columns used here. */
  const rowsOf = (table: string, { kind, id }: ParentRecord) =>
    queries
      .selectFrom(table as 'codes')
      .select('id')
      .where(kind === 'client' ? 'clientId' : 'userId', '=', id)
  return {
    /** Whether a table has more than `limit` of these rows. */
    async exceed(parent: ParentRecord, limit: number): Promise<boolean> {
      for (const table of dependentTables[parent.kind]) {
        if ((await countUpTo(queries, rowsOf(table, parent), limit + 1)) > limit) return true
      }
      return false
    },

    /**
     * Functions that remove the rows table by table, in this order; not for transactions. They skip rows that are
     * locked or still referred to (PostgreSQL row locks).
     */
    removals: (parent: ParentRecord): readonly RemoveBatch[] =>
      dependentTables[parent.kind].map((table) => (limit) => {
        let some = rowsOf(table, parent).limit(limit).forUpdate().skipLocked()
        for (const reference of references[table] ?? []) {
          const [other = '', column = ''] = reference.split('.')
          const referring = sql`select 1 from ${sql.table(other)}
            where ${sql.ref(`${other}.${column}`)} = ${sql.ref(`${table}.id`)}`
          some = some.where(sql<boolean>`not exists (${referring})`)
        }
        return deletedRows(
          queries
            // Materialized: PostgreSQL could otherwise repeat the query for each row, and find other rows once these
            // are deleted.
            .with(
              (cte) => cte('some').materialized(),
              () => some,
            )
            .deleteFrom(table as 'codes')
            .where('id', 'in', (eb) => eb.selectFrom('some').select('some.id')),
        )
      }),
  }
}

import { sql } from 'kysely'
import { countUpTo, deletedRows } from './database/results.ts'
import type { Queries, Tables } from './database/tables.ts'

/** Whose rows are meant. */
export interface ParentRecord {
  readonly kind: 'client' | 'user'
  readonly id: number
}

/** Removes at most so many rows of a kind; returns how many went. */
export type RemoveBatch = (limit: number) => Promise<number>

/**
 * What clients and users may have without bound, each after those that refer to it: a removal that took others along
 * would have no bound, and would lock them in another order than `Store.transaction` has.
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

/** Tables with their column that refers to another of them. */
const references: Readonly<Record<string, readonly string[]>> = {
  codes: ['refreshTokens.codeId'],
  grants: ['refreshTokens.grantId', 'codes.grantId'],
}

/** The rows of a client or a user that is going to be removed, where there are many. */
export function dependents(queries: Queries) {
  /** Rows of one of the tables: they all have the columns of a code that are asked for here. */
  const rowsOf = (table: string, { kind, id }: ParentRecord) =>
    queries
      .selectFrom(table as 'codes')
      .select('id')
      .where(kind === 'client' ? 'clientId' : 'userId', '=', id)
  return {
    /** Whether there are more than so many rows of a kind. */
    async exceed(parent: ParentRecord, limit: number): Promise<boolean> {
      for (const table of dependentTables[parent.kind]) {
        if ((await countUpTo(queries, rowsOf(table, parent), limit + 1)) > limit) return true
      }
      return false
    },

    /**
     * What removes them, kind by kind in this order; not for transactions. A row that somebody has locked, or that one
     * refers to, stays (PostgreSQL row locks).
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
            // Looked for once: PostgreSQL may ask anew for each row, and would find others then, as these are gone.
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

import type { Provider } from './client.ts'
import type { Direct } from './direct.ts'

/** Whose rows are meant. */
export interface Owner {
  readonly kind: 'client' | 'user'
  readonly id: number
}

/** Removes at most so many rows of a kind; returns how many went. */
export type RemoveSome = (limit: number) => Promise<number>

/**
 * What clients and users may have without bound, each after those that refer to it: a removal that took others along
 * would have no bound, and would lock them in another order than `Store.transaction` has.
 */
export const belongingTables: Readonly<Record<Owner['kind'], readonly string[]>> = {
  client: [
    'ceremonies',
    'refresh_tokens',
    'codes',
    'grants',
    'user_consents',
    'user_session_clients',
  ],
  user: ['refresh_tokens', 'codes', 'grants', 'user_consents', 'user_sessions'],
}

/** Tables with their column that refers to another of them. */
const references: Readonly<Record<string, readonly (readonly [table: string, column: string])[]>> =
  {
    codes: [['refresh_tokens', 'code_id']],
    grants: [
      ['refresh_tokens', 'grant_id'],
      ['codes', 'grant_id'],
    ],
  }

/** The rows of a client or a user that is going to be removed, where there are many. */
export function belongings(provider: Provider, sql: Direct) {
  return {
    /** Whether there are more than so many rows of a kind. */
    async exceed({ kind, id }: Owner, limit: number): Promise<boolean> {
      for (const table of belongingTables[kind]) {
        const counted = await sql.count(`FROM "${table}" WHERE "${kind}_id" = ?`, limit + 1, id)
        if (counted > limit) return true
      }
      return false
    },

    /**
     * What removes them, kind by kind in this order; not for transactions. A row that somebody has locked, or that one
     * refers to, stays (PostgreSQL row locks).
     */
    removals: ({ kind, id }: Owner): readonly RemoveSome[] =>
      belongingTables[kind].map((table) => {
        const unused = (references[table] ?? []).map(
          ([other, column]) =>
            ` AND NOT EXISTS (SELECT 1 FROM "${other}" WHERE "${column}" = "${table}"."id")`,
        )
        const lock = provider === 'postgresql' ? ' FOR UPDATE SKIP LOCKED' : ''
        const some = `SELECT "id" FROM "${table}" WHERE "${kind}_id" = ?${unused.join('')} LIMIT ?`
        // Looked for once: PostgreSQL may ask anew for each row, and would find others then, as these are gone.
        const remove = `WITH "some" AS MATERIALIZED (${some}${lock})
          DELETE FROM "${table}" WHERE "id" IN (SELECT "id" FROM "some")`
        return (limit) => sql.run(remove, id, limit)
      }),
  }
}

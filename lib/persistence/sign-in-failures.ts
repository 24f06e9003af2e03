import type { Db } from './client.ts'
import { deletedRows, firstOrNull, updatedRows } from './database/results.ts'
import type { Queries } from './database/tables.ts'
import { isUniqueViolation } from './errors.ts'
import type { SignInFailure } from './generated/sqlite/client.ts'

export type SignInFailureRecord = SignInFailure

/** One more wrong password of an address. */
interface NewFailure {
  /** Digest of the address. */
  readonly key: string
  /** Of the account that has the address; failures against another one do not count any more. */
  readonly authStateGeneration: number
  readonly now: Date
  /** When the row has had its time if nothing follows. */
  readonly expiresAt: Date
}

/** Wrong passwords in a row of an address, and the mailed link that ends them. */
export function signInFailures(db: Db, queries: Queries) {
  const increase = ({ key, authStateGeneration, now, expiresAt }: NewFailure) =>
    firstOrNull(
      queries
        .updateTable('signInFailures')
        .set((eb) => ({
          failures: eb
            .case()
            .when(
              eb.and([
                eb('authStateGeneration', '=', authStateGeneration),
                eb('expiresAt', '>', now),
              ]),
            )
            .then(eb('failures', '+', 1))
            .else(1)
            .end(),
          authStateGeneration,
          expiresAt,
        }))
        .where('key', '=', key)
        .returning('failures'),
    )
  return {
    /** Counts one more; of several at once each gets a number of its own. */
    async add(failure: NewFailure): Promise<number> {
      const { key, authStateGeneration, expiresAt } = failure
      const counted = await increase(failure)
      if (counted) return counted.failures
      try {
        await queries
          .insertInto('signInFailures')
          .values({ key, failures: 1, authStateGeneration, expiresAt })
          .execute()
        return 1
      } catch (error) {
        if (!isUniqueViolation(error)) throw error
        return (await increase(failure))?.failures ?? 1
      }
    },

    find: (key: string): Promise<SignInFailureRecord | null> =>
      firstOrNull(queries.selectFrom('signInFailures').selectAll().where('key', '=', key)),

    findByCodeHash: (linkCodeHash: string): Promise<SignInFailureRecord | null> =>
      firstOrNull(
        queries.selectFrom('signInFailures').selectAll().where('linkCodeHash', '=', linkCodeHash),
      ),

    /** Keeps a link's code in place of the one before; false when another link was sent meanwhile. */
    async keepLink(
      { key, linkIssuedAt: former }: SignInFailureRecord,
      link: { readonly userId: number; readonly linkCodeHash: string; readonly linkIssuedAt: Date },
    ): Promise<boolean> {
      const change = queries
        .updateTable('signInFailures')
        .set(link)
        .where('key', '=', key)
        .where('linkIssuedAt', former ? '=' : 'is', former)
      return (await updatedRows(change)) === 1
    },

    /** Spends a link and ends the count with it: true for one caller only. */
    takeLink: async (linkCodeHash: string): Promise<boolean> =>
      (await deletedRows(
        queries.deleteFrom('signInFailures').where('linkCodeHash', '=', linkCodeHash),
      )) === 1,

    clear: (key: string): Promise<number> =>
      deletedRows(queries.deleteFrom('signInFailures').where('key', '=', key)),

    /** Removes at most `limit` rows that have had their time; returns how many went. */
    async removeExpired(now: Date, limit: number): Promise<number> {
      const where = { expiresAt: { lt: now } }
      const old = await db.signInFailure.findMany({ where, take: limit, select: { key: true } })
      const key = { in: old.map((row) => row.key) }
      return (await db.signInFailure.deleteMany({ where: { ...where, key } })).count
    },
  }
}

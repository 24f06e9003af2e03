import type { Db } from '../client.ts'
import { deletedRows, firstOrNull, updatedRows } from '../database/results.ts'
import type { Queries } from '../database/tables.ts'
import { isUniqueViolation } from '../errors.ts'
import type { SignInFailure } from '../generated/sqlite/client.ts'

export type SignInFailureRecord = SignInFailure

/** A wrong password for an address. */
interface NewFailure {
  /** Digest of the address. */
  readonly key: string
  /** Of the account with this address; failures under another generation no longer count. */
  readonly authStateGeneration: number
  readonly now: Date
  /** Expiry of the row if no failure follows. */
  readonly expiresAt: Date
}

/** Consecutive wrong passwords for an address, and the mailed link that resets the count. */
export function signInFailures(queries: Queries) {
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
    /** Increments the count and returns it; concurrent failures get different numbers. */
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

    /** Stores a link's code in place of the previous one; false when another link was sent meanwhile. */
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

    /** Consumes a link and resets the count: true for one caller only. */
    takeLink: async (linkCodeHash: string): Promise<boolean> =>
      (await deletedRows(
        queries.deleteFrom('signInFailures').where('linkCodeHash', '=', linkCodeHash),
      )) === 1,

    clear: (key: string): Promise<number> =>
      deletedRows(queries.deleteFrom('signInFailures').where('key', '=', key)),
  }
}

/** The same with what administrative work asks by the Prisma client. */
export function adminSignInFailures(db: Db, queries: Queries) {
  const base = signInFailures(queries)
  return {
    ...base,

    /** Removes at most `limit` expired rows; returns the number removed. */
    async removeExpired(now: Date, limit: number): Promise<number> {
      const where = { expiresAt: { lt: now } }
      const old = await db.signInFailure.findMany({ where, take: limit, select: { key: true } })
      const key = { in: old.map((row) => row.key) }
      return (await db.signInFailure.deleteMany({ where: { ...where, key } })).count
    },
  }
}

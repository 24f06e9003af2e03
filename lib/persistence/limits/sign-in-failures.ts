import { prepared, type ValueOf } from '../database/prepared.ts'
import { deletedRows, firstOrNull, updatedRows } from '../database/results.ts'
import type { Queries, Row } from '../database/tables.ts'
import { isUniqueViolation } from '../errors.ts'
import { removeExpiredRows } from '../maintenance/expiring-tables.ts'

/** Consecutive wrong passwords for an address, and the mailed link that resets the count. */
export type SignInFailureRecord = Row<'signInFailures'>

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

/** Increments the count and returns it; concurrent failures get different numbers. */
export async function add(queries: Queries, failure: NewFailure): Promise<number> {
  const { key, authStateGeneration, expiresAt } = failure
  const counted = await increase(queries, failure)
  if (counted) return counted.failures
  try {
    await queries
      .insertInto('signInFailures')
      .values({ key, failures: 1, authStateGeneration, expiresAt })
      .execute()
    return 1
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    return (await increase(queries, failure))?.failures ?? 1
  }
}

const selectByKey = prepared((queries, value: ValueOf<{ key: string }>) =>
  queries.selectFrom('signInFailures').selectAll().where('key', '=', value('key')),
)

export function find(queries: Queries, key: string): Promise<SignInFailureRecord | null> {
  return selectByKey.first(queries, { key })
}

export function findByCodeHash(
  queries: Queries,
  linkCodeHash: string,
): Promise<SignInFailureRecord | null> {
  return firstOrNull(
    queries.selectFrom('signInFailures').selectAll().where('linkCodeHash', '=', linkCodeHash),
  )
}

/** Stores a link's code in place of the previous one; false when another link was sent meanwhile. */
export async function keepLink(
  queries: Queries,
  { key, linkIssuedAt: former }: SignInFailureRecord,
  link: { readonly userId: number; readonly linkCodeHash: string; readonly linkIssuedAt: Date },
): Promise<boolean> {
  const change = queries
    .updateTable('signInFailures')
    .set(link)
    .where('key', '=', key)
    .where('linkIssuedAt', former ? '=' : 'is', former)
  return (await updatedRows(change)) === 1
}

/** Consumes a link and resets the count: true for one caller only. */
export async function takeLink(queries: Queries, linkCodeHash: string): Promise<boolean> {
  const removal = queries.deleteFrom('signInFailures').where('linkCodeHash', '=', linkCodeHash)
  return (await deletedRows(removal)) === 1
}

const removeByKey = prepared((queries, value: ValueOf<{ key: string }>) =>
  queries.deleteFrom('signInFailures').where('key', '=', value('key')),
)

export function clear(queries: Queries, key: string): Promise<number> {
  return removeByKey.count(queries, { key })
}

/** Removes at most `limit` expired rows; returns the number removed. */
export function removeExpired(queries: Queries, now: Date, limit: number): Promise<number> {
  return removeExpiredRows(queries, 'signInFailures', now, limit)
}

function increase(queries: Queries, { key, authStateGeneration, now, expiresAt }: NewFailure) {
  return firstOrNull(
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
}

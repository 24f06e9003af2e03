import { updatedRows } from '../database/results.ts'
import type { Queries, Row } from '../database/tables.ts'

/** One recovery code of a user. */
export type RecoveryCodeRecord = Row<'recoveryCodes'>

/** The codes of a user's set, used ones too. */
export function findOfUser(queries: Queries, userId: number): Promise<RecoveryCodeRecord[]> {
  return queries
    .selectFrom('recoveryCodes')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
}

/** Replaces the set of a user. */
export async function replace(
  queries: Queries,
  userId: number,
  set: {
    readonly createdAt: Date
    readonly salt: Uint8Array<ArrayBuffer>
    readonly digests: readonly string[]
  },
): Promise<void> {
  const { createdAt, salt } = set
  await removeOfUser(queries, userId)
  const codes = set.digests.map((digest) => ({ userId, createdAt, salt, digest }))
  await queries.insertInto('recoveryCodes').values(codes).execute()
}

/** Spends a code: true when it was unused. */
export async function spend(
  queries: Queries,
  id: number,
  usedAt: Date,
  usedIp: string,
): Promise<boolean> {
  const change = queries.updateTable('recoveryCodes').set({ usedAt, usedIp }).where('id', '=', id)
  return (await updatedRows(change.where('usedAt', 'is', null))) === 1
}

export async function removeOfUser(queries: Queries, userId: number): Promise<void> {
  await queries.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
}

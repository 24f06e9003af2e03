import { addSeconds } from '#lib/base/time/clock.ts'
import { clockSkewSeconds } from '#lib/base/time/clock-skew.ts'
import { deletedRows, firstOrNull } from '../database/results.ts'
import type { Queries, Row, RowChange } from '../database/tables.ts'

/** A key set that a client serves at an address. */
export type RemoteKeySetRecord = Row<'remoteKeySets'>

export function find(queries: Queries, uriHash: string): Promise<RemoteKeySetRecord | null> {
  return firstOrNull(queries.selectFrom('remoteKeySets').selectAll().where('uriHash', '=', uriHash))
}

/** The known state of an address before it is asked. */
export interface KeySetAttempt {
  readonly uriHash: string
  readonly uri: string
  readonly triedAt: Date
  readonly lastUsedOn: Date
}

/**
 * Claims the next fetch of an address; false when it was asked after `triedBefore`. An address that neither answered
 * nor failed belongs to another process, and may be asked at once. So may one that was asked while the clock was ahead.
 */
export async function claim(
  queries: Queries,
  attempt: KeySetAttempt,
  triedBefore: Date,
): Promise<boolean> {
  const { triedAt } = attempt
  const { numInsertedOrUpdatedRows } = await queries
    .insertInto('remoteKeySets')
    .values(attempt)
    .onConflict((conflict) =>
      conflict
        .column('uriHash')
        .doUpdateSet({ triedAt })
        .where((eb) =>
          eb.or([
            eb('remoteKeySets.triedAt', '<=', triedBefore),
            eb('remoteKeySets.triedAt', '>', addSeconds(triedAt, clockSkewSeconds)),
            eb.and([eb('remoteKeySets.keySet', '=', ''), eb('remoteKeySets.lastFailure', '=', '')]),
          ]),
        ),
    )
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows ?? 0) === 1
}

/** Stores the result of a fetch, or the day of the last use. */
export async function change(
  queries: Queries,
  uriHash: string,
  columns: RowChange<'remoteKeySets'>,
): Promise<void> {
  await queries.updateTable('remoteKeySets').set(columns).where('uriHash', '=', uriHash).execute()
}

/** Removes at most `limit` sets that were last used before a day. */
export function removeUnused(queries: Queries, before: Date, limit: number): Promise<number> {
  const unused = queries
    .selectFrom('remoteKeySets')
    .select('id')
    .where('lastUsedOn', '<', before)
    .orderBy('lastUsedOn')
    .limit(limit)
  return deletedRows(queries.deleteFrom('remoteKeySets').where('id', 'in', unused))
}

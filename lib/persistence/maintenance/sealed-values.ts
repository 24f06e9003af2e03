import { sql } from 'kysely'
import { inBatches } from '#lib/base/concurrency/in-batches.ts'
import {
  type SealedColumn,
  type StoredPlace,
  sealedColumns,
  shortLivedColumns,
} from '#lib/base/crypto/sealed-columns.ts'
import type { Queries, Sql } from '../database/tables.ts'

/** Re-encrypts a sealed value. Null keeps the value; `discard` removes a short-lived one. */
export type Reencrypt = (
  sealed: Uint8Array,
  place: StoredPlace,
) => Uint8Array<ArrayBuffer> | 'discard' | null

/** How many values a run changed. */
export interface Rewritten {
  readonly replaced: number
  readonly discarded: number
}

/** Rows read at once. */
const batchSize = 500

/**
 * Passes every sealed value, in every table, to `reencrypt` and stores the result, unless the value changed meanwhile.
 * The lasting values come first. Can be interrupted and repeated at any point.
 * @throws Error when `reencrypt` discards a lasting value
 */
export async function rewrite(queries: Queries, reencrypt: Reencrypt): Promise<Rewritten> {
  let [replaced, discarded] = [0, 0]
  const columns = Object.keys(sealedColumns) as SealedColumn[]
  const lasting = columns.filter((column) => !shortLivedColumns[column])
  for (const column of new Set([...lasting, ...columns])) {
    const done = await rewriteColumn(queries, column, reencrypt)
    replaced += done.replaced
    discarded += done.discarded
  }
  return { replaced, discarded }
}

interface SealedRow {
  readonly id: number
  /** Identifies the row in the seal. */
  readonly name: string | number
  readonly sealed: Uint8Array
}

async function rewriteColumn(
  queries: Queries,
  place: SealedColumn,
  reencrypt: Reencrypt,
): Promise<Rewritten> {
  const [tableName = '', columnName = ''] = place.split('.')
  const [table, column] = [sql.table(tableName), sql.ref(columnName)]
  const counts = { replaced: 0, discarded: 0 }
  let lastId = 0
  await inBatches(batchSize, async (limit) => {
    const { rows } = await sql<SealedRow>`
      select id, ${sql.ref(sealedColumns[place])} as name, ${column} as sealed from ${table}
      where id > ${lastId} and ${column} is not null order by id limit ${limit}`.execute(queries)
    for (const { id, name, sealed } of rows) {
      lastId = id
      const result = reencrypt(sealed, `${place}/${name}`)
      if (!result) continue
      const change =
        result === 'discard'
          ? discardFrom(place, table, column)
          : sql`update ${table} set ${column} = ${result}`
      const { numAffectedRows = 0n } = await sql`
        ${change} where id = ${id} and ${column} = ${sealed}`.execute(queries)
      counts[result === 'discard' ? 'discarded' : 'replaced'] += Number(numAffectedRows)
    }
    return rows.length
  })
  return counts
}

/** The beginning of the statement that discards a value. */
function discardFrom(place: SealedColumn, table: Sql, column: Sql): Sql {
  const lost = shortLivedColumns[place]
  if (!lost) throw new Error(`A value of ${place} lasts.`)
  return lost === 'row' ? sql`delete from ${table}` : sql`update ${table} set ${column} = null`
}

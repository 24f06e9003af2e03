import { sql } from 'kysely'
import { inBatches } from '#lib/base/concurrency/in-batches.ts'
import {
  type SealedColumn,
  type SealedPlace,
  sealedColumns,
} from '#lib/base/crypto/sealed-columns.ts'
import type { Queries } from '../database/tables.ts'

/** Re-encrypts a sealed value; null keeps the value. */
export type Reencrypt = (sealed: Uint8Array, place: SealedPlace) => Uint8Array<ArrayBuffer> | null

/** Rows read at once. */
const batchSize = 500

/**
 * Passes every sealed value, in every table, to `reencrypt` and stores the result, unless the value changed meanwhile.
 * Can be interrupted and repeated at any point.
 * @returns the number of replaced values
 */
export async function rewrite(queries: Queries, reencrypt: Reencrypt): Promise<number> {
  let count = 0
  for (const column of Object.keys(sealedColumns) as SealedColumn[]) {
    count += await rewriteColumn(queries, column, reencrypt)
  }
  return count
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
): Promise<number> {
  const [tableName = '', columnName = ''] = place.split('.')
  const [table, column] = [sql.table(tableName), sql.ref(columnName)]
  let replaced = 0
  let lastId = 0
  await inBatches(batchSize, async (limit) => {
    const { rows } = await sql<SealedRow>`
      select id, ${sql.ref(sealedColumns[place])} as name, ${column} as sealed from ${table}
      where id > ${lastId} and ${column} is not null order by id limit ${limit}`.execute(queries)
    for (const { id, name, sealed } of rows) {
      lastId = id
      const replacement = reencrypt(sealed, `${place}/${name}`)
      if (!replacement) continue
      const { numAffectedRows = 0n } = await sql`
        update ${table} set ${column} = ${replacement}
        where id = ${id} and ${column} = ${sealed}`.execute(queries)
      replaced += Number(numAffectedRows)
    }
    return rows.length
  })
  return replaced
}

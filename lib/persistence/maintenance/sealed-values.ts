import { type SealedColumn, type SealedPlace, sealedColumns } from '#lib/kernel/sealed-columns.ts'
import type { Connection } from '../connection.ts'

/** Re-encrypts a sealed value; null keeps the value. */
export type Reencrypt = (sealed: Uint8Array, place: SealedPlace) => Uint8Array<ArrayBuffer> | null

/** Rows read at once. */
const batchSize = 500

/** All sealed values, in every table. */
export function sealedValues(connection: Connection) {
  return {
    /**
     * Passes every sealed value to `reencrypt` and stores the result, unless the value changed meanwhile. Can be
     * interrupted and repeated at any point.
     * @returns the number of replaced values
     */
    async rewrite(reencrypt: Reencrypt): Promise<number> {
      let count = 0
      for (const column of Object.keys(sealedColumns) as SealedColumn[]) {
        count += await rewriteColumn(connection, column, reencrypt)
      }
      return count
    },
  }
}

async function rewriteColumn(
  connection: Connection,
  place: SealedColumn,
  reencrypt: Reencrypt,
): Promise<number> {
  const [table, column] = place.split('.')
  const select = `SELECT "id", "${sealedColumns[place]}", "${column}" FROM "${table}"
    WHERE "id" > ? AND "${column}" IS NOT NULL ORDER BY "id" LIMIT ?`
  const update = `UPDATE "${table}" SET "${column}" = ? WHERE "id" = ? AND "${column}" = ?`
  let count = 0
  for (let lastId = 0; ; ) {
    const rows = await connection.rows(select, [lastId, batchSize])
    for (const [id, name, sealed] of rows as [number, string | number, Uint8Array][]) {
      lastId = id
      const replacement = reencrypt(sealed, `${place}/${name}`)
      if (replacement) count += await connection.run(update, [replacement, id, sealed])
    }
    if (rows.length < batchSize) return count
  }
}

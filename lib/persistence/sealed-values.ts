import type { Db } from './client.ts'
import { tableOf } from './tables.ts'

/** Makes a sealed value anew; null leaves it as it is. */
export type Reseal = (sealed: Uint8Array) => Uint8Array<ArrayBuffer> | null

/** Rows read at once. */
const batchSize = 500

/** The columns that hold sealed values, as the schema names them, with the client's name of their table. */
const sealedColumns = Object.entries(tableOf).flatMap(([model, { columns }]) =>
  columns
    .filter(({ field, type }) => type === 'Bytes' && /^sealed$|Encrypted$/.test(field))
    .map(({ field }) => ({ table: model.charAt(0).toLowerCase() + model.slice(1), field })),
)

/** The part of a Prisma delegate used here, the same for each of these tables. */
interface Table {
  findMany(query: object): Promise<Record<string, unknown>[]>
  updateMany(change: object): Promise<{ count: number }>
}

/** Everything that is stored sealed, whatever table it is in. */
export function sealedValues(db: Db) {
  return {
    /**
     * Passes every sealed value to `reseal` and stores what it returns, unless somebody changed the
     * value meanwhile. May be stopped and repeated at any point.
     * @returns how many values were replaced
     */
    async rewrite(reseal: Reseal): Promise<number> {
      let count = 0
      for (const { table, field } of sealedColumns) {
        count += await rewriteColumn(db[table as keyof Db] as unknown as Table, field, reseal)
      }
      return count
    },
  }
}

async function rewriteColumn(table: Table, column: string, reseal: Reseal): Promise<number> {
  let count = 0
  for (let lastId = 0; ; ) {
    const rows = await table.findMany({
      where: { id: { gt: lastId } },
      select: { id: true, [column]: true },
      orderBy: { id: 'asc' },
      take: batchSize,
    })
    for (const row of rows) {
      lastId = Number(row.id)
      const sealed = row[column] as Uint8Array | null
      const anew = sealed && reseal(sealed)
      if (!anew) continue
      const change = { where: { id: row.id, [column]: sealed }, data: { [column]: anew } }
      count += (await table.updateMany(change)).count
    }
    if (rows.length < batchSize) return count
  }
}
